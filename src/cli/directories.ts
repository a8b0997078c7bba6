import { chmod, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, sep, win32 } from 'node:path';
import { makeDirectory } from '../lib/new-files.ts';
import type { UserEnvironment } from './context.ts';

export interface Directories {
  /** Settings. */
  readonly config: string;
  /** The embedded service's database. */
  readonly data: string;
  /** Records of submitted lists. */
  readonly state: string;
}

/** Where the user's files live: XDG on Unix, Library on macOS, AppData on Windows. */
export function directoriesOf({ env, home, platform }: UserEnvironment): Directories {
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local');
    const roaming = env.APPDATA || win32.join(home, 'AppData', 'Roaming');
    return {
      config: win32.join(roaming, 'mailvet', 'Config'),
      data: win32.join(local, 'mailvet', 'Data'),
      state: win32.join(local, 'mailvet', 'State'),
    };
  }
  const library = (name: string) => posix.join(home, 'Library', name, 'mailvet');
  const apple = platform === 'darwin';
  const xdg = (variable: string, otherwise: string) => {
    const base = env[variable];
    // The specification: a path that is not absolute is to be ignored.
    return base?.startsWith('/') ? posix.join(base, 'mailvet') : otherwise;
  };
  const local = (...parts: string[]) => posix.join(home, ...parts, 'mailvet');
  return {
    config: xdg('XDG_CONFIG_HOME', apple ? library('Preferences') : local('.config')),
    data: xdg('XDG_DATA_HOME', apple ? library('Application Support') : local('.local', 'share')),
    state: xdg('XDG_STATE_HOME', apple ? library('Application Support') : local('.local', 'state')),
  };
}

/** The database that the embedded service and, by default, `serve` and `admin` work on. */
export function embeddedDatabase(environment: UserEnvironment): string {
  return join(directoriesOf(environment).data, 'mailvet.db');
}

/** Creates the directory and its parents, readable only by the user (0700). */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path, 0o700);
}

/**
 * Sets a file that others may read to 0600 and its directory to 0700. Returns the repaired paths; an
 * absent file needs no repair. Windows has no such modes.
 */
export async function repairModes(
  path: string,
  platform: NodeJS.Platform,
): Promise<readonly string[]> {
  if (platform === 'win32') return [];
  const repaired = await Promise.all([narrow(dirname(path), 0o700), narrow(path, 0o600)]);
  return repaired.filter((each) => each !== undefined);
}

async function narrow(path: string, mode: number): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & 0o077) === 0) return undefined;
  await chmod(path, mode);
  return path;
}

/** A path for people: relative below the working directory, else with `~` below the home. */
export function shortPath(path: string, { cwd, home }: UserEnvironment): string {
  return below(path, cwd) ?? tilde(below(path, home)) ?? path;
}

/** The way from a directory to a path in it; undefined for any other path. */
function below(path: string, directory: string): string | undefined {
  const way = relative(directory, path);
  const isBelow = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isBelow ? way : undefined;
}

function tilde(way: string | undefined): string | undefined {
  return way === undefined ? undefined : join('~', way);
}
