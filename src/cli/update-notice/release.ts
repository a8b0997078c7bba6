/** Versions of releases: three numbers. A pre-release is before the release of its numbers. */

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\w.-]+)?(?:\+.*)?$/;

/** True for three numbers alone, which may be printed and stand in a command. */
export function isRelease(text: unknown): text is string {
  return typeof text === 'string' && VERSION.exec(text)?.[0] === text && !/[-+]/.test(text);
}

/** Whether the release comes after the version; false where the version is none. */
export function isNewer(release: string, version: string): boolean {
  const [to, from] = [VERSION.exec(release), VERSION.exec(version)];
  if (!to || !from) return false;
  for (const at of [1, 2, 3]) {
    const difference = Number(to[at]) - Number(from[at]);
    if (difference !== 0) return difference > 0;
  }
  return from[4] !== undefined;
}
