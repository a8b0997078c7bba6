import type { PeerAnswer } from '../contender.ts';
import { requirePeer, TIME_LIMIT, verifyEach } from '../peer.ts';

interface Result {
  readonly validFormat: boolean;
  readonly validMx: boolean | null;
  readonly validSmtp: boolean | null;
  readonly hasFullInbox?: boolean;
  readonly isCatchAll?: boolean;
  readonly metadata?: { readonly error?: string };
}

/** `retryAttempts` is documented, though this version ignores it. */
export const verify = verifyEach((smtpPort) => {
  const { verifyEmail } = requirePeer('@emailcheck/email-validator-js');
  const options = { verifyMx: true, verifySmtp: true, timeout: TIME_LIMIT, retryAttempts: 2 };
  const lists = { checkDisposable: false, checkFree: false, suggestDomain: false };
  return async (emailAddress) =>
    read(await verifyEmail({ emailAddress, smtpPort, ...options, ...lists }));
});

/** `isDisabled` is set for every refused mailbox, so it is not read as "disabled". */
function read(result: Result): PeerAnswer {
  const { validFormat, validMx, validSmtp, metadata } = result;
  const words = `format ${validFormat}, mx ${validMx}, smtp ${validSmtp}, ${metadata?.error ?? ''}`;
  const isDomainBad = validMx === false || metadata?.error === 'INVALID_DOMAIN';
  if (!validFormat || isDomainBad) return { answer: 'dead', words };
  if (validSmtp === null) return { answer: 'undecided', words };
  if (validSmtp) return { answer: result.isCatchAll ? 'accept_all' : 'exists', words };
  return { answer: result.hasFullInbox ? 'full' : 'dead', words };
}
