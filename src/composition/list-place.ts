/** Where the uploaded lists of a service lie: in a folder, or in the PostgreSQL database. */
import { MailvetError, type Remedy } from '../errors.ts';
import { IN_DATABASE } from '../service/lists/list-ports.ts';
import type { Store } from '../service/ports.ts';
import { claimListFolder, ownListFolder } from './list-folder.ts';

export type ListPlace =
  /** `owner`: its id. */
  | { readonly kind: 'folder'; readonly path: string; readonly owner?: string | undefined }
  /** `copies`: the folder where this machine has copies of them. */
  | { readonly kind: 'database'; readonly copies: string };

export interface ListSettings {
  /** The path of an SQLite file, or a URL. */
  readonly database: string;
  /** A folder, or `database`; absent: where the lists of the database lie. */
  readonly lists?: string | undefined;
  /** Where lists are that are in a folder, unless another is named. */
  readonly listFolder: string;
}

/** With it begins what a database has for its place while the lists are moved; whereto and a folder follow. */
export const MOVING = 'moving to ';

/** Whereto the lists are moved. */
export function goalOf(place: string): string {
  return place.slice(MOVING.length).split(' ', 1).join();
}

type ListStore = Pick<Store, 'sharedLists' | 'listPlaces' | 'listQueue' | 'verifierMemory'>;

/**
 * The place, as it is before a service starts: a folder without an owner has no list of this database.
 * Rejects with MailvetError `config` where they lie in another place than the settings say.
 */
export async function findListPlace(store: ListStore, settings: ListSettings): Promise<ListPlace> {
  const place = await namedPlace(store, settings);
  if (place.kind !== 'folder') return place;
  const owner = await ownListFolder(store, { path: place.path, database: settings.database });
  return { ...place, owner };
}

/** The same, before the folder itself is looked at. */
export async function namedPlace(
  { sharedLists }: Pick<Store, 'sharedLists'>,
  { lists, listFolder }: Omit<ListSettings, 'database'>,
): Promise<ListPlace> {
  if (!sharedLists) return { kind: 'folder', path: lists ?? listFolder };
  const place = await sharedLists.place();
  if (place?.startsWith(MOVING)) throw unfinished(goalOf(place));
  const isFolder = place !== undefined && place !== IN_DATABASE;
  if (lists === IN_DATABASE && isFolder) throw inFolder();
  if (lists !== undefined && lists !== IN_DATABASE && place === IN_DATABASE) throw inDatabase();
  if (lists === IN_DATABASE || (lists === undefined && !isFolder)) {
    return { kind: 'database', copies: `${listFolder}.copies` };
  }
  return { kind: 'folder', path: lists ?? listFolder };
}

/** The same, and sees to it that the lists of a database lie in one place. */
export async function claimListPlace(store: ListStore, settings: ListSettings): Promise<ListPlace> {
  const place = await namedPlace(store, settings);
  if (place.kind === 'folder') {
    const { path } = place;
    return { ...place, owner: await claimListFolder(store, { path, database: settings.database }) };
  }
  if ((await store.listPlaces.settlePlace(IN_DATABASE)) !== IN_DATABASE) throw inFolder();
  return place;
}

export function moveTo(goal: string): Remedy {
  return { code: 'admin', command: `lists move --to ${goal}` };
}

function inFolder(): MailvetError {
  return new MailvetError('config', 'The lists of this database lie in a folder', {
    hint: [
      'Start with ',
      { code: 'setting', name: 'lists', takes: '<folder>' },
      ', or move them: ',
      moveTo('database'),
    ],
  });
}

function inDatabase(): MailvetError {
  return new MailvetError('config', 'The lists of this database lie in the database', {
    hint: [
      'Start with ',
      { code: 'setting', name: 'lists', takes: 'database' },
      ', or move them: ',
      moveTo('folder'),
    ],
  });
}

function unfinished(to: string): MailvetError {
  return new MailvetError('config', `The lists of this database are being moved to ${to}`, {
    hint: ['Wait until that has ended; if it was interrupted: ', moveTo(to)],
  });
}
