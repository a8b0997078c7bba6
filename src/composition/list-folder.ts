/**
 * A folder of lists belongs to one database: an id stands in both. What a database does not know of a folder
 * that is not its own says nothing, so it is compared before a file is touched.
 */
import { statSync } from 'node:fs';
import { isPostgresUrl, isUrl, shownDatabase } from '../lib/database-name.ts';
import { MailvetError, type Remedy } from '../lib/errors.ts';
import { secureToken } from '../lib/secure-token.ts';
import {
  contentOf,
  type FolderOwner,
  readOwner,
  removeOwner,
  replaceOwner,
  writeNewOwner,
} from '../lists/folder/folder-owner.ts';
import { openFolder } from '../lists/folder/list-folder.ts';
import type { ListFolderIds } from '../service/lists/list-ports.ts';
import type { Store } from '../service/ports.ts';

interface PlacedFolder {
  readonly path: string;
  /** The path of an SQLite file, or a URL. */
  readonly database: string;
}

export interface ListSettings {
  /** The path of an SQLite file, or a URL. */
  readonly database: string;
  /** A folder, or `off`. */
  readonly lists?: string | undefined;
  /** Where they are, unless a folder is named. */
  readonly listFolder: string;
}

/** A folder that is opened; `owner`: its id, undefined where neither it nor its database has any list. */
export interface OwnFolder<Owner = string | undefined> {
  readonly path: string;
  readonly owner: Owner;
  /** Processes on other machines may have it, too. */
  readonly isShared: boolean;
}

type FolderStanding =
  | { readonly kind: 'own'; readonly id: string; readonly isNamed: boolean }
  /** Nothing in it is another's. `id`: the one that the database, or the folder, has already. */
  | { readonly kind: 'free'; readonly id: string | undefined }
  | { readonly kind: 'refused'; readonly error: MailvetError };

/**
 * Makes the folder this database's where it is nobody's, and makes it where it is missing. First the folder
 * has its id, then the database: of several processes that begin at once, each takes the id that is there.
 * Rejects with MailvetError `config` where it belongs to another database, or lacks the lists of this one.
 */
export async function claimListFolder(
  store: Store,
  settings: ListSettings,
): Promise<OwnFolder<string>> {
  const folder = placeOf(settings);
  const standing = await standingOf(store, folder);
  if (standing.kind === 'refused') throw standing.error;
  const named = { database: shownDatabase(folder.database) };
  if (standing.kind === 'own') {
    if (!standing.isNamed) replaceOwner(folder, { id: standing.id, ...named });
    return opened(folder, standing.id);
  }
  openFolder(folder.path);
  const isNew = writeNewOwner(folder, { id: standing.id ?? secureToken(24), ...named });
  const owner = readOwner(folder);
  const isOurs = standing.id === undefined ? owner?.database === named.database : true;
  if (!owner || !isOurs || owner.id !== (standing.id ?? owner.id)) throw foreign(folder, owner);
  if ((await store.listFolderIds.settle(owner.id)) === owner.id) return opened(folder, owner.id);
  // A process that began at the same moment has another folder.
  if (isNew) removeOwner(folder);
  throw notHere(folder, (await store.listFolderIds.withFiles()).length);
}

/**
 * The folder of this database; without an owner where neither has any list. Rejects as `claimListFolder` does,
 * and changes nothing.
 */
export async function ownListFolder(store: Store, settings: ListSettings): Promise<OwnFolder> {
  const folder = placeOf(settings);
  const standing = await standingOf(store, folder);
  if (standing.kind === 'refused') throw standing.error;
  return opened(folder, standing.kind === 'own' ? standing.id : undefined);
}

function opened<Owner>({ path, database }: PlacedFolder, owner: Owner): OwnFolder<Owner> {
  return { path, owner, isShared: isPostgresUrl(database) };
}

export function placeOf({ database, lists, listFolder }: ListSettings): PlacedFolder {
  return { path: lists ?? listFolder, database };
}

/** Makes a folder this database's, whosever it was; nothing else in it changes. Returns its new id. */
export async function adoptListFolder(
  listFolderIds: ListFolderIds,
  { path, database }: PlacedFolder,
): Promise<string> {
  openFolder(path);
  const id = secureToken(24);
  // First the folder: a service on the database that it belonged to stops at its next look.
  replaceOwner({ path }, { id, database: shownDatabase(database) });
  const before = await listFolderIds.settle(id);
  if (before !== id) await listFolderIds.change(before, id);
  return id;
}

/** Throws MailvetError `config` where the folder belongs to another database. `place`: as the database has it. */
export function refuseForeignFolder(folder: PlacedFolder, place: string | undefined): void {
  const owner = readOwner(folder);
  if (!owner) return;
  const standing = owner.id === place ? ownOrCopied(folder, owner) : undefined;
  if (standing?.kind !== 'own') throw foreign(folder, owner);
}

async function standingOf(store: Store, folder: PlacedFolder): Promise<FolderStanding> {
  // In this order: of a process that begins, the owner is there before the place.
  const id = await store.listFolderIds.find();
  const owner = readOwner(folder);
  const begun = owner && id === undefined && owner.database === shownDatabase(folder.database);
  if (owner && !begun) {
    return owner.id === id ? ownOrCopied(folder, owner) : refused(foreign(folder, owner));
  }
  const { hasKnown, stranger } = contentOf(folder, await store.listQueue.ids());
  if (stranger !== undefined) {
    return refused(owner ? foreign(folder, owner) : unknownFiles(folder, stranger));
  }
  const lists = (await store.listFolderIds.withFiles()).length;
  const isElsewhere = lists > 0 || (id !== undefined && store.verifierMemory.fleet !== undefined);
  if (!hasKnown && isElsewhere) return refused(notHere(folder, lists));
  return { kind: 'free', id: id ?? owner?.id };
}

function ownOrCopied(folder: PlacedFolder, owner: FolderOwner): FolderStanding {
  const isNamed = owner.database === shownDatabase(folder.database);
  if (!isNamed && isOtherFile(owner.database, folder.database)) {
    return refused(foreign(folder, owner));
  }
  return { kind: 'own', id: owner.id, isNamed };
}

/** If a database and its copy both exist, the folder belongs to the one that it names. */
function isOtherFile(named: string | undefined, database: string): boolean {
  if (named === undefined || isUrl(named) || isUrl(database)) return false;
  const [one, other] = [named, database].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && (one.ino !== other?.ino || one.dev !== other.dev);
}

function refused(error: MailvetError): FolderStanding {
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

/** Throws MailvetError `config` where a folder has more than these lists. */
export function refuseOtherFiles(folder: PlacedFolder, lists: ReadonlySet<string>): void {
  const { stranger } = contentOf(folder, lists);
  if (stranger !== undefined) throw unknownFiles(folder, stranger);
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
