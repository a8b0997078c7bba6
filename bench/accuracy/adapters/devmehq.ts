import type { Said, Verify } from '../adapter.ts';
import { requirePeer, TIME_LIMIT, versionOf } from '../peer.ts';

interface Result {
  readonly valid: boolean;
  readonly format: { readonly valid: boolean };
  readonly domain: { readonly valid: boolean | null; readonly error?: string };
  readonly smtp: { readonly valid: boolean | null; readonly error?: string };
}

const PACKAGE = '@devmehq/email-validator-js';
export const verifier = 'devmehq';
export const version = versionOf(PACKAGE);

/** `retryAttempts` as documented: once more after a transient failure. */
export const verify: Verify = async (emailAddress) => {
  const { verifyEmailDetailed } = requirePeer(PACKAGE);
  const options = { verifyMx: true, verifySmtp: true, timeout: TIME_LIMIT, retryAttempts: 2 };
  const lists = { checkDisposable: false, checkFree: false, suggestDomain: false };
  return read(await verifyEmailDetailed({ emailAddress, ...options, ...lists }));
};

/** `smtp.valid` is documented as true, false, or null where nothing is known. */
function read({ format, domain, smtp }: Result): Said {
  const words = `format ${format.valid}, domain ${domain.valid}, smtp ${smtp.valid}`;
  if (!format.valid || domain.valid === false || domain.error)
    return { answer: 'undeliverable', words };
  if (smtp.valid === null) return { answer: 'unknown', words };
  return { answer: smtp.valid ? 'deliverable' : 'undeliverable', words };
}
