import { MailvetError } from '../../errors.ts';
import { reasonOf } from '../../lib/system-reason.ts';

/**
 * An output (a path, or `stdout`) that can't be written, as an error of ours. `flag` names another
 * place.
 */
export function unwritable(output: string, error: unknown, flag = '-o'): MailvetError {
  const code = isDiskError(error) ? 'io' : 'input';
  return new MailvetError(code, `${output} can't be written: ${reasonOf(error)}`, {
    hint: isFull(error)
      ? ['Make room there, or ', { code: 'elsewhere', flag }]
      : [{ code: 'elsewhere', flag, isStart: true }],
    cause: error,
  });
}

/** True where freeing disk space would help. */
export function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** True where the disk is the cause, not the name that was given. */
export function isDiskError(error: unknown): boolean {
  return isFull(error) || (error as NodeJS.ErrnoException).code === 'EIO';
}
