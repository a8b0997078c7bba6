import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

/**
 * The machine as it is, in which everything may be changed: changes go to memory that only a mount
 * namespace sees, and are gone with it.
 */
export interface Debian {
  /** Standard output; throws with standard error where the command fails. */
  run(program: string, ...args: string[]): string;
  /** The exit code of a shell line. */
  status(line: string): number | null;
  spawn(program: string, ...args: string[]): ChildProcess;
  /** Puts a file of the real machine there. */
  copyIn(from: string, to: string): void;
  end(): Promise<void>;
}

/** Root of a Debian may make one. */
export function canOpenDebian(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'dpkg', '--version']).status === 0;
}

const MOUNT = `
  cd "$1"
  mount -t tmpfs tmpfs upper
  mkdir upper/changed upper/work
  mount -t overlay overlay -o lowerdir=/,upperdir=upper/changed,workdir=upper/work machine
  mount -t proc proc machine/proc
  mount -t tmpfs tmpfs machine/run
  mount --rbind /dev machine/dev
  mount --bind "$1/in" machine/mnt
  echo ready
  exec cat
`;

export async function openDebian(): Promise<Debian> {
  const folder: TemporaryFolder = temporaryFolder();
  for (const name of ['upper', 'machine', 'in']) mkdirSync(folder.path(name));
  const args = ['-m', 'sh', '-ec', MOUNT, 'sh', folder.path('.')];
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (String(said) !== 'ready\n') throw new Error(`The machine could not be set up: ${said}`);
  const enter = ['-t', String(holder.pid), '-m', 'chroot', folder.path('machine')];
  return {
    run: (program, ...rest) =>
      execFileSync('nsenter', [...enter, program, ...rest], {
        encoding: 'utf8',
        stdio: 'pipe',
        env,
      }),
    status: (line) => spawnSync('nsenter', [...enter, 'sh', '-c', line], { env }).status,
    spawn: (program, ...rest) => spawn('nsenter', [...enter, program, ...rest], { env }),
    copyIn: (from, to) => cpSync(from, folder.path(`in/${to}`)),
    async end() {
      const ended = once(holder, 'exit');
      holder.stdin.end();
      await ended;
      folder.dispose();
    },
  };
}

/** Nobody answers questions. */
const env = {
  PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  DEBIAN_FRONTEND: 'noninteractive',
  LC_ALL: 'C',
};
