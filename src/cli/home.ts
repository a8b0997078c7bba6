import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * The user's home directory: HOME (USERPROFILE on Windows), else the system's record of the user.
 * An empty or a relative HOME does not count, since files would land in the working directory. For a
 * user without a record it is `/`, as containers have it.
 */
export function findHome(sources: readonly (() => string)[] = SOURCES): string {
  for (const source of sources) {
    const home = tryToRead(source);
    if (home !== undefined && isAbsolute(home)) return home;
  }
  return '/';
}

const SOURCES = [homedir, () => userInfo().homedir];

/** Node throws where the system has no record of the user. */
function tryToRead(source: () => string): string | undefined {
  try {
    return source();
  } catch {
    return undefined;
  }
}
