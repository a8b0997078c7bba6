import type { Said, Verify } from '../adapter.ts';
import { requirePeer, TIME_LIMIT, versionOf } from '../peer.ts';

interface Result {
  readonly validFormat: boolean;
  readonly validMx: boolean | null;
  readonly validSmtp: boolean | null;
  readonly hasFullInbox?: boolean;
  readonly isCatchAll?: boolean;
  readonly metadata?: { readonly error?: string };
}

const PACKAGE = '@emailcheck/email-validator-js';
export const verifier = 'emailcheck';
export const version = versionOf(PACKAGE);

/** `retryAttempts` is documented, though this version ignores it. */
export const verify: Verify = async (emailAddress) => {
  const { verifyEmail } = requirePeer(PACKAGE);
  const options = { verifyMx: true, verifySmtp: true, timeout: TIME_LIMIT, retryAttempts: 2 };
  const lists = { checkDisposable: false, checkFree: false, suggestDomain: false };
  return read(await verifyEmail({ emailAddress, ...options, ...lists }));
};

/** `isDisabled` is set for every refused mailbox, so it is not read as "disabled". */
function read(result: Result): Said {
  const { validFormat, validMx, validSmtp, metadata } = result;
  const words = `format ${validFormat}, mx ${validMx}, smtp ${validSmtp}, ${metadata?.error ?? ''}`;
  const isDomainBad = validMx === false || metadata?.error === 'INVALID_DOMAIN';
  if (!validFormat || isDomainBad) return { answer: 'undeliverable', words };
  if (validSmtp === null) return { answer: 'unknown', words };
  if (validSmtp) return { answer: result.isCatchAll ? 'risky' : 'deliverable', words };
  return { answer: result.hasFullInbox ? 'risky' : 'undeliverable', words };
}
