/** Why the system refuses a file, in words; codes that are not listed are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left',
  EDQUOT: 'your disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a directory',
  ENOENT: 'there is no such file or directory',
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
