import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { MailvetError } from '../../../lib/errors.ts';
import { type AddedLines, readAddedLines } from '../../../scan/added-lines.ts';
import type { AllowList } from '../../../scan/allow-list.ts';
import type { Invocation } from '../../invocation.ts';
import { findAllowList } from './allow-file.ts';
import { diffSince, findRepository, listTracked } from './git.ts';

/** A file to be scanned. */
export interface ScannedFile {
  /** Absolute. */
  readonly path: string;
  /** For people, by the path that was given, with `/`. */
  readonly name: string;
  readonly allowed: AllowList | undefined;
  /** The lines that count; undefined: all. */
  readonly lines: ReadonlySet<number> | undefined;
}

interface Wanted {
  readonly paths: readonly string[];
  /** Only lines that were added since this revision. */
  readonly diff: string | undefined;
}

/**
 * The files of the paths, in order, without those that `.mailvet-allow` names: the tracked ones in a repository, all
 * elsewhere, but for links and what packages are installed in. Throws `input` for a path that is not there.
 */
export async function* findFiles(
  invocation: Invocation,
  { paths, diff }: Wanted,
): AsyncGenerator<ScannedFile> {
  const added = new Map<string, Promise<AddedLines>>();
  const seen = new Set<string>();
  for (const given of paths) {
    const path = resolve(invocation.context.cwd, given);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) throw new MailvetError('input', `${given} does not exist`);
    const folder = found.isDirectory() ? path : dirname(path);
    const repository = findRepository(folder);
    const allow = findAllowList(folder, repository);
    for (const file of await filesOf(invocation, path, { found, repository })) {
      if (seen.has(file) || allow?.list.hasPath(slashed(relative(allow.folder, file)))) continue;
      seen.add(file);
      const lines = diff && (await addedTo(file, repository, diff));
      if (lines === 'none') continue;
      const name = slashed(join(given, relative(path, file)));
      yield { path: file, name, allowed: allow?.list, lines: lines || undefined };
    }
  }

  /** The lines that were added to a file; none where it did not change. */
  async function addedTo(file: string, repository: string | undefined, revision: string) {
    if (!repository) throw new MailvetError('input', `${file} is in no repository (--diff)`);
    const read = () => diffSince(invocation.context, repository, revision).then(readAddedLines);
    const lines = added.get(repository) ?? read();
    added.set(repository, lines);
    return (await lines).get(slashed(relative(repository, file))) ?? ('none' as const);
  }
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

interface Place {
  readonly found: Stats;
  readonly repository: string | undefined;
}

async function filesOf(
  { context, notice }: Invocation,
  path: string,
  { found, repository }: Place,
): Promise<Iterable<string>> {
  if (!found.isDirectory()) return [path];
  const tracked = repository && (await listTracked(context, path));
  if (tracked) return filesBelow(path, tracked);
  if (repository) await notice('git is not installed: every file is scanned, tracked or not');
  return walk(path);
}

/** The regular files among tracked paths, without those that a link leads out of the folder to. */
function* filesBelow(folder: string, names: readonly string[]): Generator<string> {
  const root = realpathSync(folder);
  const inside = new Map<string, boolean>();
  for (const name of names) {
    const path = join(folder, name);
    const parent = dirname(path);
    const isInside = inside.get(parent) ?? isBelow(root, parent);
    inside.set(parent, isInside);
    if (isInside && lstatSync(path, { throwIfNoEntry: false })?.isFile()) yield path;
  }
}

function isBelow(root: string, folder: string): boolean {
  try {
    const real = realpathSync(folder);
    return real === root || real.startsWith(root === sep ? root : `${root}${sep}`);
  } catch {
    // It was removed, and git does not know yet.
    return false;
  }
}

/** Folders of which nothing is anybody's own. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

function* walk(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* walk(path);
  }
}
