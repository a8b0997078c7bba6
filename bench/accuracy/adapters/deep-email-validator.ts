import type { Said, Verify } from '../adapter.ts';
import { requirePeer, SENDER, versionOf } from '../peer.ts';

interface Result {
  readonly valid: boolean;
  readonly reason?: 'regex' | 'typo' | 'disposable' | 'mx' | 'smtp';
  readonly validators: Readonly<Record<string, { readonly reason?: string }>>;
}

export const verifier = 'deep-email-validator';
export const version = versionOf(verifier);

/** Its time-out (10 s), port and HELO are fixed. */
export const verify: Verify = async (email) => {
  const { validate } = requirePeer(verifier);
  const lists = { validateTypo: false, validateDisposable: false };
  return read(await validate({ email, sender: SENDER, ...lists }));
};

/**
 * Only `valid` would make everything else undeliverable. Read favourably: an SMTP reason that is not about
 * the mailbox says that nothing is known.
 */
function read({ valid, reason = 'regex', validators }: Result): Said {
  if (valid) return { answer: 'deliverable', words: 'valid' };
  const why = validators[reason]?.reason ?? '';
  const words = `${reason}: ${why}`;
  if (reason !== 'smtp' || why === 'Mailbox not found.') return { answer: 'undeliverable', words };
  return { answer: why.includes('run out of space') ? 'risky' : 'unknown', words };
}
