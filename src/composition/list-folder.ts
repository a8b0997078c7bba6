/**
 * A folder of lists belongs to one database: an id stands in both. What a database does not know of a folder
 * that is not its own says nothing, so it is compared before a file is touched.
 */
import { statSync } from 'node:fs';
import { MailvetError, type Remedy } from '../errors.ts';
import { isUrl, shownDatabase } from '../lib/database-name.ts';
import { secureToken } from '../lib/secure-token.ts';
import {
  contentOf,
  type FolderOwner,
  readOwner,
  replaceOwner,
  writeNewOwner,
} from '../lists/folder/folder-owner.ts';
import { openFolder } from '../lists/folder/list-folder.ts';
import { IN_DATABASE } from '../service/lists/list-ports.ts';
import type { Store } from '../service/ports.ts';

export interface PlacedFolder {
  readonly path: string;
  /** The path of an SQLite file, or a URL. */
  readonly database: string;
}

type ListStore = Pick<Store, 'listPlaces' | 'listQueue' | 'verifierMemory'>;

type Standing =
  | { readonly kind: 'own'; readonly id: string; readonly isNamed: boolean }
  /** It has no owner, and nothing in it is another's. `id`: the one that the database has. */
  | { readonly kind: 'free'; readonly id: string | undefined }
  | { readonly kind: 'refused'; readonly error: MailvetError };

/**
 * Makes the folder this database's where it is nobody's, and makes it where it is missing; returns its id.
 * Rejects with MailvetError `config` where it belongs to another database, or lacks the lists of this one.
 */
export async function claimListFolder(store: ListStore, folder: PlacedFolder): Promise<string> {
  const standing = await standingOf(store, folder);
  if (standing.kind === 'refused') throw standing.error;
  const named = { database: shownDatabase(folder.database) };
  if (standing.kind === 'own') {
    if (!standing.isNamed) replaceOwner(folder, { id: standing.id, ...named });
    return standing.id;
  }
  openFolder(folder.path);
  const id = standing.id ?? (await settle(store));
  writeNewOwner(folder, { id, ...named });
  const owner = readOwner(folder);
  if (owner?.id !== id) throw foreign(folder, owner);
  return id;
}

/**
 * The id of a folder that belongs to this database, undefined where neither has any list. Rejects as
 * `claimListFolder` does, and changes nothing.
 */
export async function ownListFolder(
  store: ListStore,
  folder: PlacedFolder,
): Promise<string | undefined> {
  const standing = await standingOf(store, folder);
  if (standing.kind === 'refused') throw standing.error;
  return standing.kind === 'own' ? standing.id : undefined;
}

/** Makes a folder this database's, whosever it was; nothing else in it changes. Returns its new id. */
export async function adoptListFolder(
  { listPlaces }: Pick<Store, 'listPlaces'>,
  { path, database }: PlacedFolder,
): Promise<string> {
  openFolder(path);
  const id = secureToken(24);
  // First the folder: a service on the database that it belonged to stops at its next look.
  replaceOwner({ path }, { id, database: shownDatabase(database) });
  const before = await listPlaces.settlePlace(id);
  if (before !== id) await listPlaces.changePlace(before, id);
  return id;
}

/** Throws MailvetError `config` where the folder belongs to another database. `place`: as the database has it. */
export function refuseForeignFolder(folder: PlacedFolder, place: string | undefined): void {
  const owner = readOwner(folder);
  if (!owner) return;
  const standing = owner.id === place ? ownOrCopied(folder, owner) : undefined;
  if (standing?.kind !== 'own') throw foreign(folder, owner);
}

/** A name that stays with the folder, wherever it is moved to. Makes the folder where it is missing. */
export function folderId(path: string): string {
  openFolder(path);
  writeNewOwner({ path }, { id: secureToken(24) });
  const owner = readOwner({ path });
  if (!owner) throw new Error(`${path} has no owner`);
  return owner.id;
}

async function settle({ listPlaces }: ListStore): Promise<string> {
  const fresh = secureToken(24);
  const place = await listPlaces.settlePlace(fresh);
  // A copy of a PostgreSQL database has what that had.
  if (place !== IN_DATABASE) return place;
  await listPlaces.changePlace(place, fresh);
  return fresh;
}

async function standingOf(store: ListStore, folder: PlacedFolder): Promise<Standing> {
  const place = await store.listPlaces.place();
  const id = place === IN_DATABASE ? undefined : place;
  const owner = readOwner(folder);
  if (owner) return owner.id === id ? ownOrCopied(folder, owner) : refused(foreign(folder, owner));
  const { hasKnown, stranger } = contentOf(folder, await store.listQueue.ids());
  if (stranger !== undefined) return refused(unknownFiles(folder, stranger));
  const lists = (await store.listPlaces.withFiles()).length;
  const isElsewhere = lists > 0 || (id !== undefined && store.verifierMemory.fleet !== undefined);
  if (!hasKnown && isElsewhere) return refused(notHere(folder, lists));
  return { kind: 'free', id };
}

function ownOrCopied(folder: PlacedFolder, owner: FolderOwner): Standing {
  const isNamed = owner.database === shownDatabase(folder.database);
  if (!isNamed && isOtherFile(owner.database, folder.database)) {
    return refused(foreign(folder, owner));
  }
  return { kind: 'own', id: owner.id, isNamed };
}

/** Of a database and its copy, both of which are there, the one that the folder names has it. */
function isOtherFile(named: string | undefined, database: string): boolean {
  if (named === undefined || isUrl(named) || isUrl(database)) return false;
  const [one, other] = [named, database].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && (one.ino !== other?.ino || one.dev !== other.dev);
}

function refused(error: MailvetError): Standing {
  return { kind: 'refused', error };
}

function foreign(folder: PlacedFolder, owner: FolderOwner | undefined): MailvetError {
  const other =
    owner?.database === undefined ? 'another database' : `the database ${owner.database}`;
  return new MailvetError(
    'config',
    `The folder ${folder.path} belongs to ${other}, not to ${shownDatabase(folder.database)}`,
    {
      hint: [
        'Name the database and the folder that belong together with ',
        { code: 'setting', name: 'database' },
        ' and ',
        { code: 'setting', name: 'lists' },
        '; to give the folder to this database: ',
        adopt(folder),
      ],
    },
  );
}

function unknownFiles(folder: PlacedFolder, stranger: string): MailvetError {
  return new MailvetError(
    'config',
    `The folder ${folder.path} belongs to no database, and ${shownDatabase(folder.database)} does not know its file ${stranger}`,
    {
      hint: [
        'Name an empty folder with ',
        { code: 'setting', name: 'lists', takes: '<folder>' },
        '; to give this one to the database: ',
        adopt(folder),
      ],
    },
  );
}

function notHere(folder: PlacedFolder, lists: number): MailvetError {
  const count = lists > 0 ? `${lists} ` : '';
  return new MailvetError(
    'config',
    `The ${count}lists of this database, ${shownDatabase(folder.database)}, are not in ${folder.path}`,
    {
      hint: [
        'Mount the folder of the lists, or name it with ',
        { code: 'setting', name: 'lists', takes: '<folder>' },
        '; to start without any list: ',
        { code: 'setting', name: 'lists', takes: 'off' },
        '; to go on without their files: ',
        adopt(folder),
      ],
    },
  );
}

function adopt({ path, database }: PlacedFolder): Remedy {
  const named = isUrl(database) ? '<url>' : database;
  return { code: 'admin', command: `lists adopt --database ${named} --lists ${path}` };
}
