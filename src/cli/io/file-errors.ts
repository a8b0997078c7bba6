import { MailvetError } from '../../errors.ts';

/** Why the system refuses a file, in words; codes that are not listed are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left',
  EDQUOT: 'your disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a directory',
  ENOENT: 'there is no such directory',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'what is there is not a directory',
  EIO: 'the device reports an error',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EFBIG: 'it would be too large',
  EMFILE: 'too many files are open',
};

/** `no space is left (ENOSPC)` */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  return reason ? `${reason} (${code})` : (code ?? message);
}

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
