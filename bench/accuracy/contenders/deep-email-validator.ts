import type { PeerAnswer } from '../contender.ts';
import { requirePeer, SENDER, verifyEach } from '../peer.ts';

interface Result {
  readonly valid: boolean;
  readonly reason?: 'regex' | 'typo' | 'disposable' | 'mx' | 'smtp';
  readonly validators: Readonly<Record<string, { readonly reason?: string }>>;
}

/** Its time-out (10 s), port and HELO are fixed. */
export const verify = verifyEach(() => {
  const { validate } = requirePeer('deep-email-validator');
  return async (email) =>
    read(await validate({ email, sender: SENDER, validateTypo: false, validateDisposable: false }));
});

/**
 * Only `valid` would make everything else dead. Read favourably: an SMTP reason that is not about the
 * mailbox says that nothing is known.
 */
function read({ valid, reason = 'regex', validators }: Result): PeerAnswer {
  if (valid) return { answer: 'exists', words: 'valid' };
  const why = validators[reason]?.reason ?? '';
  const words = `${reason}: ${why}`;
  if (reason !== 'smtp' || why === 'Mailbox not found.') return { answer: 'dead', words };
  return { answer: why.includes('run out of space') ? 'full' : 'undecided', words };
}
