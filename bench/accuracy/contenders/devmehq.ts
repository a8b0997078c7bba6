import type { PeerAnswer } from '../contender.ts';
import { requirePeer, TIME_LIMIT, verifyEach } from '../peer.ts';

interface Result {
  readonly valid: boolean;
  readonly format: { readonly valid: boolean };
  readonly domain: { readonly valid: boolean | null; readonly error?: string };
  readonly smtp: { readonly valid: boolean | null; readonly error?: string };
}

/** `retryAttempts` as documented: once more after a transient failure. */
export const verify = verifyEach((smtpPort) => {
  const { verifyEmailDetailed } = requirePeer('@devmehq/email-validator-js');
  const options = { verifyMx: true, verifySmtp: true, timeout: TIME_LIMIT, retryAttempts: 2 };
  const lists = { checkDisposable: false, checkFree: false, suggestDomain: false };
  return async (emailAddress) =>
    read(await verifyEmailDetailed({ emailAddress, smtpPort, ...options, ...lists }));
});

/** `smtp.valid` is documented as true, false, or null where nothing is known. */
function read({ format, domain, smtp }: Result): PeerAnswer {
  const words = `format ${format.valid}, domain ${domain.valid}, smtp ${smtp.valid}`;
  if (!format.valid || domain.valid === false || domain.error) return { answer: 'dead', words };
  if (smtp.valid === null) return { answer: 'undecided', words };
  if (smtp.valid) return { answer: 'exists', words };
  return { answer: smtp.error === 'MAILBOX_FULL' ? 'full' : 'dead', words };
}
