import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { systemClock } from '../../src/lib/clock.ts';
import { lockCopyFolder } from '../../src/lists/shared/copy-folder.ts';
import { openSharedLists } from '../../src/lists/shared/open-shared-lists.ts';
import type { ListThreads } from '../../src/lists/thread/list-threads.ts';
import type { ListFiles } from '../../src/service/lists/list-files.ts';
import type { SharedLists } from '../../src/service/lists/shared-lists.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { withClient } from './postgres-template.ts';

/** A node's lists over the store of a PostgreSQL database, with copies in a folder. */
export function openNode(
  store: Pick<Store, 'sharedLists'>,
  folder: string,
  leaving: AbortSignal,
  threads?: ListThreads,
): ListFiles {
  return openSharedLists({
    lists: sharedListsOf(store),
    folder: lockCopyFolder(folder),
    clock: systemClock,
    leaving,
    threads,
  });
}

export function sharedListsOf({ sharedLists }: Pick<Store, 'sharedLists'>): SharedLists {
  if (!sharedLists) throw new Error('the database of this store shares no lists');
  return sharedLists;
}

/** A store with a team and rows of lists, whose files may be published. */
export async function storeWithLists(url: string, ids: readonly string[]): Promise<Store> {
  const store = await openStore(url);
  await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: 0 });
  for (const id of ids) {
    const change = { actor: 'ada@example.com', at: 0 };
    await store.lists('ours').create({ id, name: 'contacts.csv', size: 1 }, 1e9, change);
  }
  return store;
}

/** Lists of which each question goes to another node than the one before. */
export function inTurns(nodes: readonly [ListFiles, ...ListFiles[]]): ListFiles {
  return {
    ...askedInTurns(nodes),
    tidy: async () => void (await Promise.all(nodes.map((node) => node.tidy()))),
    close: async () => void (await Promise.all(nodes.map((node) => node.close()))),
  };
}

/** One of several that are alike, whose methods are called on each in turn. */
function askedInTurns<T extends object>(all: readonly T[]): T {
  let asked = 0;
  const turns = Object.keys(all[0] ?? {}).map((name) => [
    name,
    (...given: readonly unknown[]) => {
      const next = all[asked++ % all.length];
      const ask = next?.[name as keyof T] as (...all: readonly unknown[]) => unknown;
      return ask(...given);
    },
  ]);
  return Object.fromEntries(turns) as T;
}

/** All that is stored of lists: in the database, and in files below a folder. */
export async function storedTexts(url: string, folder: string): Promise<readonly string[]> {
  const { pieces, changes } = await withClient(url, async (client) => ({
    pieces: await client.query<{ bytes: Buffer }>('select bytes from shared_list_pieces'),
    changes: await client.query<{ body: string }>('select body from shared_list_changes'),
  }));
  return [
    ...pieces.rows.map(({ bytes }) => inflateSync(bytes).toString('latin1')),
    ...changes.rows.map(({ body }) => body),
    ...textsBelow(folder),
  ];
}

export function textsBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}
