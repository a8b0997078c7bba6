import { existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file to be read, or a place that can't be looked into. */
export interface FoundFile {
  /** The path as it was given, with what lies below it. */
  readonly path: string;
  readonly error?: unknown;
}

/** The files of a path that exists: itself, or what is in the folder and below it. */
export async function* findFiles(path: string, resolve: Resolve): AsyncGenerator<FoundFile> {
  try {
    const found = await stat(resolve(path));
    if (!found.isDirectory()) return yield { path };
    yield* isMaildir(resolve(path)) ? maildirFiles(path, resolve) : folderFiles(path, resolve);
  } catch (error) {
    yield { path, error };
  }
}

/** A path as it was given → absolute. */
type Resolve = (path: string) => string;

function isMaildir(folder: string): boolean {
  return existsSync(join(folder, 'cur')) && existsSync(join(folder, 'new'));
}

/** Its messages, and those of its folders (Maildir++), whose names begin with a dot; nothing of `tmp`. */
async function* maildirFiles(path: string, resolve: Resolve): AsyncGenerator<FoundFile> {
  for (const name of ['cur', 'new']) yield* folderFiles(join(path, name), resolve);
  for await (const name of namesIn(resolve(path))) {
    const folder = join(path, name);
    if (name.startsWith('.') && isMaildir(resolve(folder))) yield* maildirFiles(folder, resolve);
  }
}

async function* folderFiles(path: string, resolve: Resolve): AsyncGenerator<FoundFile> {
  for await (const name of namesIn(resolve(path))) {
    if (!name.startsWith('.')) yield* findFiles(join(path, name), resolve);
  }
}

/** Names held at once, which are sorted: folders of any size are read in flat memory. */
const MOST_NAMES = 10_000;

async function* namesIn(folder: string): AsyncGenerator<string> {
  let names: string[] = [];
  for await (const { name } of await opendir(folder, { bufferSize: 256 })) {
    names.push(name);
    if (names.length < MOST_NAMES) continue;
    yield* names.sort();
    names = [];
  }
  yield* names.sort();
}
