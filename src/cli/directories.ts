import { join, posix, win32 } from 'node:path';
import type { Context } from './context.ts';

export interface Directories {
  /** Settings. */
  readonly config: string;
  /** The embedded service's database. */
  readonly data: string;
  /** Records of submitted lists. */
  readonly state: string;
}

/** Where the user's files live: XDG on Unix, Library on macOS, AppData on Windows. */
export function directoriesOf(context: Pick<Context, 'env' | 'home' | 'platform'>): Directories {
  const { env, home, platform } = context;
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
export function embeddedDatabase(environment: Pick<Context, 'env' | 'home' | 'platform'>): string {
  return join(directoriesOf(environment).data, 'mailvet.db');
}
