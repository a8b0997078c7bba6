import type { Said, Verify } from '../adapter.ts';
import { HELO, requirePeer, SENDER, TIME_LIMIT, versionOf } from '../peer.ts';

interface Info {
  readonly success: boolean;
  readonly code: number;
  readonly info: string;
  readonly tryagain?: boolean;
}

export const verifier = 'email-verify';
export const version = versionOf(verifier);

export const verify: Verify = (email) => {
  const { verify: check, verifyCodes } = requirePeer(verifier);
  const options = { sender: SENDER, fqdn: HELO, timeout: TIME_LIMIT };
  return new Promise((resolve) => {
    check(email, options, (error: NodeJS.ErrnoException | null, info: Info) =>
      resolve(read(error, info, verifyCodes)),
    );
  });
};

/** c-ares's words for "no such domain" and "no such records". */
const DENIED = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Only `success` would make everything else undeliverable. Read favourably: an error beside it, a failed
 * connection or `tryagain` says that nothing is known, but for a domain without MX.
 */
function read(
  error: NodeJS.ErrnoException | null,
  { success, code, info, tryagain }: Info,
  codes: Readonly<Record<string, number>>,
): Said {
  const words = `${info}${error ? ` (${error.code})` : ''}`;
  if (success) return { answer: 'deliverable', words };
  if (code === codes.domainNotFound) {
    return {
      answer: error && !DENIED.has(error.code ?? '') ? 'unknown' : 'undeliverable',
      words,
    };
  }
  const isOpen = code === codes.SMTPConnectionTimeout || code === codes.SMTPConnectionError;
  return { answer: isOpen || tryagain ? 'unknown' : 'undeliverable', words };
}
