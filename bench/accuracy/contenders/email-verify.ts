import type { PeerAnswer } from '../contender.ts';
import { HELO, requirePeer, SENDER, TIME_LIMIT, verifyEach } from '../peer.ts';

interface Info {
  readonly success: boolean;
  readonly code: number;
  readonly info: string;
  readonly tryagain?: boolean;
}

export const verify = verifyEach((port) => {
  const { verify: check, verifyCodes } = requirePeer('email-verify');
  const options = { port, sender: SENDER, fqdn: HELO, timeout: TIME_LIMIT };
  return (email) =>
    new Promise((resolve) => {
      check(email, { ...options }, (error: NodeJS.ErrnoException | null, info: Info) =>
        resolve(read(error, info, verifyCodes)),
      );
    });
});

/** c-ares's words for "no such domain" and "no such records". */
const DENIED = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Only `success` would make everything else dead. Read favourably: an error beside it, a failed connection
 * or `tryagain` says that nothing is known, but for a domain without MX.
 */
function read(
  error: NodeJS.ErrnoException | null,
  { success, code, info, tryagain }: Info,
  codes: Readonly<Record<string, number>>,
): PeerAnswer {
  const words = `${info}${error ? ` (${error.code})` : ''}`;
  if (success) return { answer: 'exists', words };
  if (code === codes.domainNotFound) {
    return { answer: error && !DENIED.has(error.code ?? '') ? 'undecided' : 'dead', words };
  }
  const isOpen = code === codes.SMTPConnectionTimeout || code === codes.SMTPConnectionError;
  return { answer: isOpen || tryagain ? 'undecided' : 'dead', words };
}
