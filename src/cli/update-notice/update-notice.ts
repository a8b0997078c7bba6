import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from '../../i18n/texts.ts';
import { isObject } from '../../lib/json.ts';
import { version } from '../../lib/version.ts';
import type { LoadedConfig } from '../config/config-file.ts';
import type { Context, Installation } from '../context.ts';
import { directoriesOf } from '../directories.ts';
import { makePrivateDirectory } from '../io/private-files.ts';
import { isNewer, isRelease } from './release.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What is remembered between runs; times are milliseconds since the epoch. */
interface Memory {
  /** The newest release that was found. */
  readonly latest?: string;
  readonly askedAt?: number;
  /** Whether the look-up ended before its command did. */
  readonly isAnswered?: boolean;
  readonly shownAt?: number;
}

interface UpdateNotice {
  /** Says what an earlier run has found, once a day. */
  show(): Promise<void>;
  /** Gives up the look-up. */
  stop(): void;
}

/** What it takes of the run of a command. */
interface Run {
  readonly context: Context;
  config(): Promise<LoadedConfig>;
  notice(text: string): Promise<void>;
  texts(): Promise<Texts>;
}

/**
 * Starts to look for a newer version, where that was not done today, for a later run to name. Nothing that
 * fails is said: the command does not depend on it.
 */
export async function openUpdateNotice(run: Run): Promise<UpdateNotice | undefined> {
  const { installation } = run.context;
  if (!installation || !(await isWanted(run))) return undefined;
  const path = join(directoriesOf(run.context).state, 'update-notice.json');
  const stopping = new AbortController();
  const memory = readMemory(path);
  if (isDue(memory, run.context.clock.now())) {
    void lookUp(run, { installation, path, memory }, stopping.signal).catch(() => {});
  }
  return {
    show: () => show(run, { installation, path, memory }),
    stop: () => stopping.abort(),
  };
}

interface Known {
  readonly installation: Installation;
  /** The file of the memory. */
  readonly path: string;
  /** As it was at the start. */
  readonly memory: Memory;
}

/** A broken config file is the command's to complain about. */
async function isWanted({ config }: Run): Promise<boolean> {
  return await config().then(
    (loaded) => loaded.config.updateNotice ?? true,
    () => false,
  );
}

/** A look-up that the end of its command cut off is tried again an hour later. */
function isDue({ askedAt, isAnswered }: Memory, now: number): boolean {
  return !isWithin(askedAt, now, isAnswered ? DAY_MS : HOUR_MS);
}

/** False for a time in the future: the clock was set back. */
function isWithin(at: number | undefined, now: number, ms: number): boolean {
  return at !== undefined && at <= now && now - at < ms;
}

async function lookUp(
  { context }: Run,
  { installation, path }: Known,
  signal: AbortSignal,
): Promise<void> {
  const askedAt = context.clock.now();
  // Where nothing can be remembered nothing is asked: each run would.
  remember(path, { askedAt, isAnswered: false });
  const { findLatest, registryDocument } = await import('./find-latest.ts');
  const url = installation.latest ?? (await registryDocument());
  const latest = await findLatest(url, context, signal).catch(() => undefined);
  if (!signal.aborted) remember(path, { isAnswered: true, ...(latest && { latest }) });
}

async function show(run: Run, { installation, path, memory }: Known): Promise<void> {
  const { latest, shownAt } = memory;
  const now = run.context.clock.now();
  if (latest === undefined || !isNewer(latest, version())) return;
  if (isWithin(shownAt, now, DAY_MS) || !tryToRemember(path, { shownAt: now })) return;
  const text = await run.texts();
  await run.notice(text('update.available', { latest, own: version() }));
  const { command, file } = updateOf(installation, latest);
  // On a line of its own a command is not broken.
  if (command) await run.notice(text('update.by_command', { command }));
  if (file) await run.notice(text('update.by_file', { file }));
}

function readMemory(path: string): Memory {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(read)) return {};
    const { latest, askedAt, isAnswered, shownAt } = read;
    return {
      ...(isRelease(latest) && { latest }),
      ...(typeof askedAt === 'number' && { askedAt, isAnswered: isAnswered === true }),
      ...(typeof shownAt === 'number' && { shownAt }),
    };
  } catch {
    return {};
  }
}

/** Changes what is remembered: another run may have changed the rest. */
function remember(path: string, change: Memory): void {
  makePrivateDirectory(join(path, '..'));
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify({ ...readMemory(path), ...change }), { mode: 0o600 });
  renameSync(temporary, path);
}

function tryToRemember(path: string, change: Memory): boolean {
  try {
    remember(path, change);
    return true;
  } catch {
    return false;
  }
}

interface Update {
  /** What updates it in a shell. */
  readonly command?: string;
  /** The executable to be replaced. */
  readonly file?: string;
}

/** How a program is brought to a release, by where it is; empty where that is not known, as in a checkout. */
export function updateOf({ path, isExecutable }: Installation, release: string): Update {
  const place = path.replaceAll('\\', '/');
  return isExecutable ? ofExecutable(place, path, release) : ofPackage(place);
}

function ofExecutable(place: string, path: string, release: string): Update {
  // No other file of ours is in /usr/bin: install.sh puts it below /usr/local or the home.
  if (place === '/usr/bin/mailvet') return { command: `apt install ./mailvet_${release}_*.deb` };
  if (place.includes('/Cellar/mailvet/')) return { command: 'brew upgrade mailvet' };
  if (/\/scoop\/(?:apps|shims)\//.test(place)) return { command: 'scoop update mailvet' };
  return { file: path };
}

function ofPackage(place: string): Update {
  const folder = /^(.*)\/node_modules\/mailvet\//.exec(place)?.[1];
  // npx, pnpm and yarn have folders of their own.
  if (folder === undefined || /\/(?:_npx|\.pnpm|pnpm|\.?yarn)(?:\/|$)/i.test(folder)) return {};
  const isGlobal = /\/(?:lib|npm)$/.test(folder);
  return { command: `npm install ${isGlobal ? '-g ' : ''}mailvet@latest` };
}
