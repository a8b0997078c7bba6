import { existsSync } from 'node:fs';
import { MailvetError } from '../errors.ts';
import { IN_DATABASE } from '../service/lists/list-ports.ts';
import type { SharedLists } from '../service/lists/shared-lists.ts';
import type { Store } from '../service/ports.ts';
import { folderId } from './list-folder.ts';
import { goalOf, MOVING, moveTo } from './list-place.ts';
import { ALIVE } from './reporting.ts';

interface ListMove {
  readonly to: 'database' | 'folder';
  /** The folder that the lists come from, or go to. */
  readonly folder: string;
  /** Called with each list that is brought over. */
  readonly onList: (listId: string) => void;
}

/**
 * Moves the lists of a PostgreSQL database into it or into a folder, while no process of the service
 * runs; after an interruption it goes on. Rejects with MailvetError `input` where that can't be done.
 */
export async function moveLists(store: Store, move: ListMove): Promise<void> {
  const lists = sharedListsOf(store);
  if (move.to === 'database' && !existsSync(move.folder)) throw notThere(move.folder);
  const own = folderId(move.folder);
  const goal = move.to === 'database' ? IN_DATABASE : own;
  const moving = `${MOVING}${move.to} ${own}`;
  const place = await lists.settlePlace(goal);
  if (place === goal) return;
  checkStart(place, moving, { ...move, own });
  await lists.changePlace(place, moving);
  // From now on no node starts; those that started before are seen.
  await refuseWhileRunning(store, () => lists.changePlace(moving, place));
  await moveAll(lists, move);
  await lists.changePlace(moving, goal);
}

async function moveAll(lists: SharedLists, { to, folder, onList }: ListMove): Promise<void> {
  const { moveIntoDatabase, moveIntoFolder } = await import('../lists/shared/move-lists.ts');
  const moved = { lists, folder: { path: folder }, onList };
  await (to === 'database' ? moveIntoDatabase(moved) : moveIntoFolder(moved));
}

function checkStart(
  place: string,
  moving: string,
  { to, folder, own }: Pick<ListMove, 'to' | 'folder'> & { readonly own: string },
): void {
  if (place === moving) return;
  if (place.startsWith(MOVING)) {
    throw new MailvetError('input', 'Another move of these lists is not finished', {
      hint: ['Finish it first, with the same folder: ', moveTo(goalOf(place))],
    });
  }
  if (to === 'folder' || place === own) return;
  throw notThere(folder);
}

function notThere(folder: string): MailvetError {
  return new MailvetError('input', `The lists of this database are not in ${folder}`, {
    hint: ['Name their folder with ', { code: 'setting', name: 'lists' }],
  });
}

function sharedListsOf({ sharedLists }: Store): SharedLists {
  if (sharedLists) return sharedLists;
  throw new MailvetError('input', 'Lists lie in the database on PostgreSQL alone', {
    hint: ['Give its URL with ', { code: 'setting', name: 'database' }],
  });
}

async function refuseWhileRunning(
  { verifierMemory }: Store,
  leave: () => Promise<unknown>,
): Promise<void> {
  const alive = (await verifierMemory.fleet?.processes(ALIVE)) ?? [];
  if (alive.length === 0) return;
  await leave();
  const processes = alive.length === 1 ? 'A process' : `${alive.length} processes`;
  throw new MailvetError('input', `${processes} of the service ran within the last 15 seconds`, {
    hint: 'Stop all of them (serve and work), then move the lists',
  });
}
