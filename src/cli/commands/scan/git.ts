import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MailvetError } from '../../../lib/errors.ts';
import type { Context } from '../../context.ts';

/** The folder of the repository that a folder belongs to; undefined outside of one. */
export function findRepository(folder: string): string | undefined {
  // A file in work trees that `git worktree` and submodules make.
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : findRepository(above);
}

/** The paths below a folder that git tracks, relative to it; undefined where there is no git. */
export async function listTracked(
  context: Context,
  folder: string,
): Promise<readonly string[] | undefined> {
  const output = await runGit(context, folder, ['ls-files', '-z', '--cached', '--', '.']);
  return output === undefined ? undefined : splitNames(output);
}

function splitNames(output: Buffer): readonly string[] {
  const names = output.toString().split('\0');
  // An entry for each side of a conflict.
  return [...new Set(names.filter((name) => name !== ''))];
}

/**
 * The patch of the lines that the files in place have more than a revision, or than what it has in common with HEAD.
 * Paths are relative to the folder of the repository. Throws `input` without git, or without the revision.
 */
export async function diffSince(context: Context, repository: string, revision: string) {
  const since = (base: readonly string[]) => runGit(context, repository, [...DIFF, ...base, '--']);
  if (revision.startsWith('-')) throw unknownRevision(revision);
  // Without it a branch that went on since would count as a change.
  const output = await since(['--merge-base', revision]).catch(() => since([revision]));
  if (output) return output;
  throw new MailvetError('input', '--diff needs git, which is not installed');
}

const DIFF = [
  ...['diff', '--unified=0', '--raw', '--patch', '-z', '--find-renames', '--diff-filter=d'],
  ...['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short'],
];

function unknownRevision(revision: string): MailvetError {
  return new MailvetError('input', `Unknown revision '${revision}' for --diff`);
}

/** What a repository's own settings must not do here: start programs, fetch what is missing, take locks. */
const SETTINGS = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
const VARIABLES = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

/**
 * What git prints; undefined where it is not installed. Through a file: pipes to a child process are sockets, of
 * which this command opens none.
 */
async function runGit(
  { env, signal }: Context,
  folder: string,
  args: readonly string[],
): Promise<Buffer | undefined> {
  const place = mkdtempSync(join(tmpdir(), 'mailvet-scan-'));
  const [out, err] = [join(place, 'out'), join(place, 'err')];
  const files = [openSync(out, 'wx', 0o600), openSync(err, 'wx', 0o600)] as const;
  try {
    const child = spawn('git', ['-C', folder, ...SETTINGS, ...args], {
      stdio: ['ignore', ...files],
      env: { ...env, ...VARIABLES },
      signal,
    });
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('close', resolve);
    if ((await promise) === 0) return readFileSync(out);
    throw gitError(readFileSync(err, 'utf8'), folder);
  } catch (error) {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    for (const file of files) closeSync(file);
    rmSync(place, { recursive: true, force: true });
  }
}

function gitError(said: string, folder: string): MailvetError {
  const [line = ''] = said.split('\n').filter((text) => /^(?:fatal|error): /.test(text));
  const why = line.replace(/^\w+: /, '') || 'it gave no reason';
  return new MailvetError('input', `git can't read ${folder}: ${why}`);
}
