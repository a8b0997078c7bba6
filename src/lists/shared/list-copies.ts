import { existsSync, renameSync } from 'node:fs';
import type { ListProgress } from '../../service/lists/list-ports.ts';
import type { PublishedFiles, SharedList, SharedLists } from '../../service/lists/shared-lists.ts';
import { isDamage } from '../file/damage.ts';
import type { ListChange } from '../file/list-changes.ts';
import { databasePath, type ListFolder, rowsPath } from '../folder/list-folder.ts';
import type { ListTasks } from '../thread/list-tasks.ts';
import type { ListPlace, TaskArgument, TaskName, TaskResult } from '../thread/tasks.ts';
import { beginCopy, copiesIn, copyPath, deleteTree } from './copy-folder.ts';
import { readPieces, writePieces } from './pieces.ts';

/** Changes that are applied in one transaction. */
const CHANGES_AT_ONCE = 20;
/** Other nodes may be quicker this often. */
const MAX_TRIES = 10;
/** A copy that nobody has used for so long is deleted. */
const KEEP_MS = 60 * 60_000;

/** A change that is planned, and what its caller gets. */
interface PlannedChange<T> {
  /** As in NewChange. */
  readonly key: string;
  readonly change: ListChange;
  readonly value: T;
}

/** Asks the copy of one list. */
type AskCopy = <Name extends TaskName>(
  name: Name,
  argument: TaskArgument<Name>,
) => Promise<TaskResult<Name>>;

interface Copy {
  /** The list as this copy has it. */
  list: SharedList;
  readonly place: ListPlace;
  usedAt: number;
  /** Downloads that read it. */
  readers: number;
}

interface CopiesDeps {
  readonly lists: SharedLists;
  readonly tasks: ListTasks;
  /** This process's alone. */
  readonly folder: ListFolder;
  readonly now: () => number;
}

/**
 * Copies of the lists in the database, which this process reads and changes. What happens to a list is
 * in the database before it is in a copy, so that any copy may be deleted.
 */
export class ListCopies {
  readonly #deps: CopiesDeps;
  readonly #copies = new Map<string, Copy>();
  /** The last of those who wait for a list, by its id. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(deps: CopiesDeps) {
    this.#deps = deps;
  }

  /** Brings the copy of a list to where the list is now. Rejects with ENOENT where there is none. */
  async refresh(listId: string): Promise<void> {
    await this.#current(listId);
  }

  async ask<Name extends TaskName>(
    name: Name,
    listId: string,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> {
    const ask = async (): Promise<TaskResult<Name>> =>
      await this.#ask(await this.#current(listId), name, argument);
    // The copy may be replaced while it is asked.
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof LostCopy)) throw error;
      return await ask();
    }
  }

  /** Works with the copy of a list, which stays as it is until then. */
  visit<T>(listId: string, work: (place: ListPlace) => Promise<T>): Promise<T> {
    return this.#inTurn(listId, async () => work((await this.#refresh(listId)).place));
  }

  /** The list as it stands, piece by piece; the copy stays as long as somebody reads. */
  async *read(
    listId: string,
    download: (place: ListPlace) => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const copy = await this.#current(listId);
    copy.readers++;
    try {
      yield* download(copy.place);
    } finally {
      copy.readers--;
    }
  }

  /** Changes a list, and the copy here. It is planned anew where another node was quicker. */
  change<T>(
    listId: string,
    plan: (ask: AskCopy) => Promise<PlannedChange<T>>,
  ): Promise<{ readonly value: T; readonly progress: ListProgress }> {
    return this.#untilDone(listId, async (copy) => {
      const ask: AskCopy = (name, argument) => this.#ask(copy, name, argument);
      const { key, change, value } = await plan(ask);
      const before = copy.list;
      const body = JSON.stringify(change);
      if (!(await this.#deps.lists.change(before, { key, body }))) return undefined;
      const progress = await this.#apply(copy, [change], before.changes + 1);
      return { value, progress };
    });
  }

  /** Publishes a list of the files that `make` leaves in an empty folder. */
  publish<T>(listId: string, make: (place: ListPlace) => Promise<T>): Promise<T> {
    return this.#inTurn(listId, () =>
      this.#inDraft(listId, async (draft) => {
        const made = await make(draft);
        const rows = await this.#write(draft, rowsPath);
        const files = { rows, addresses: await this.#write(draft, databasePath) };
        if (!(await this.#deps.lists.publish(listId, files, undefined))) throw new Error(TWICE);
        this.#keep(draft, { listId, ...files, changes: 0 });
        return made;
      }),
    );
  }

  /**
   * Gives a list other files, which `make` makes of its copy, or none where it returns undefined.
   * `sameRows`: the rows stay what they are.
   */
  republish<T>(
    listId: string,
    make: (copy: ListPlace, draft: ListPlace) => Promise<T | undefined>,
    { sameRows = false } = {},
  ): Promise<T | undefined> {
    return this.#untilDone(listId, (copy) =>
      this.#inDraft(listId, async (draft) => {
        const made = await make(copy.place, draft);
        if (made === undefined) return { made };
        const rows = sameRows ? copy.list.rows : await this.#write(draft, rowsPath);
        const files = { rows, addresses: await this.#write(draft, databasePath) };
        const before = copy.list;
        if (!(await this.#deps.lists.publish(listId, files, before))) return undefined;
        this.#keep(draft, { listId, ...files, changes: before.changes + 1 });
        return { made };
      }),
    ).then(({ made }) => made);
  }

  /** Deletes the copy of a list. */
  remove(listId: string): Promise<void> {
    return this.#inTurn(listId, async () => this.#forget(listId));
  }

  /** Deletes copies that nobody uses, and those of what lists were before. */
  async tidy(): Promise<void> {
    const { lists, now } = this.#deps;
    const known = new Map((await lists.all()).map((list) => [list.listId, list]));
    for (const listId of this.#copies.keys()) {
      await this.#inTurn(listId, async () => {
        const [copy, list] = [this.#copies.get(listId), known.get(listId)];
        if (!copy || copy.readers > 0) return;
        const isUsed = copy.usedAt > now() - KEEP_MS;
        if (!isUsed || !list || !hasFiles(copy.list, list)) this.#forget(listId);
      });
    }
  }

  #current(listId: string): Promise<Copy> {
    return this.#inTurn(listId, () => this.#refresh(listId));
  }

  async #refresh(listId: string): Promise<Copy> {
    this.#deps.tasks.throwIfStopping();
    const list = await this.#deps.lists.find(listId);
    if (!list) {
      this.#forget(listId);
      throw missing(listId);
    }
    const known = this.#copies.get(listId);
    const isHere = known && hasFiles(known.list, list) && isWhole(known.place);
    const copy = isHere ? known : await this.#fetch(list);
    await this.#catchUp(copy, list);
    copy.usedAt = this.#deps.now();
    return copy;
  }

  async #fetch(list: SharedList): Promise<Copy> {
    const { lists } = this.#deps;
    const { listId, rows, addresses } = list;
    return this.#inDraft(listId, async (draft) => {
      await readPieces(lists, { listId, file: rows }, rowsPath(draft.folder, listId));
      await readPieces(lists, { listId, file: addresses }, databasePath(draft.folder, listId));
      const now = await lists.find(listId);
      // Pieces may have been deleted before they were read.
      if (!now || !hasFiles(now, list))
        throw new Error(`List ${listId} changed while it was fetched`);
      return this.#keep(draft, { ...list, changes: 0 });
    });
  }

  async #catchUp(copy: Copy, list: SharedList): Promise<void> {
    while (copy.list.changes < list.changes) {
      const changes = await this.#deps.lists.changesAfter(copy.list, CHANGES_AT_ONCE);
      const isLast = changes.length < CHANGES_AT_ONCE;
      // A number may be missing: its change was replaced by a later one, or went into the files.
      const position = Math.max(changes.at(-1)?.number ?? 0, isLast ? list.changes : 0);
      const bodies = changes.map(({ body }): ListChange => JSON.parse(body));
      await this.#apply(copy, bodies, position);
    }
  }

  /** A copy that can't be changed is deleted, and fetched again when it is wanted. */
  async #apply(
    copy: Copy,
    changes: readonly ListChange[],
    position: number,
  ): Promise<ListProgress> {
    try {
      const progress = await this.#deps.tasks.run('apply', copy.place, changes);
      copy.list = { ...copy.list, changes: position };
      return progress;
    } catch (error) {
      this.#forget(copy.list.listId);
      throw error;
    }
  }

  async #ask<Name extends TaskName>(
    { place }: Copy,
    name: Name,
    argument: TaskArgument<Name>,
  ): Promise<TaskResult<Name>> {
    try {
      return await this.#deps.tasks.run(name, place, argument);
    } catch (error) {
      if (isWhole(place) && !isDamage(error)) throw error;
      this.#forget(place.id);
      throw new LostCopy(`The copy of list ${place.id} can't be read`, { cause: error });
    }
  }

  #write(
    { folder, id }: ListPlace,
    path: (folder: ListFolder, id: string) => string,
  ): Promise<string> {
    return writePieces(this.#deps.lists, id, path(folder, id));
  }

  /** Runs `work` with the list as it is now, again where it returns undefined: the list has changed. */
  #untilDone<T>(listId: string, work: (copy: Copy) => Promise<T | undefined>): Promise<T> {
    return this.#inTurn(listId, async () => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const done = await work(await this.#refresh(listId));
        if (done !== undefined) return done;
      }
      throw new Error(`List ${listId} is changed by other nodes all the time`);
    });
  }

  async #inDraft<T>(listId: string, work: (draft: ListPlace) => Promise<T>): Promise<T> {
    const folder = beginCopy(this.#deps.folder, listId);
    try {
      return await work({ folder, id: listId });
    } finally {
      deleteTree(folder.path);
    }
  }

  /** A draft becomes the copy of a list. */
  #keep({ folder, id }: ListPlace, list: SharedList): Copy {
    this.#forget(id, folder.path);
    const path = copyPath(this.#deps.folder, id, list);
    renameSync(folder.path, path);
    const place = { folder: { path }, id };
    const copy = { list, place, usedAt: this.#deps.now(), readers: 0 };
    this.#copies.set(id, copy);
    return copy;
  }

  #forget(listId: string, except?: string): void {
    this.#copies.delete(listId);
    const paths = copiesIn(this.#deps.folder).filter((one) => one.listId === listId);
    for (const { path } of paths) if (path !== except) deleteTree(path);
  }

  /** One after the other for each list: a copy is brought up to date by one caller at a time. */
  #inTurn<T>(listId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(listId) ?? Promise.resolve();
    const result = before.then(work);
    const settled = result.then(
      () => {},
      () => {},
    );
    this.#turns.set(listId, settled);
    void settled.then(() => {
      if (this.#turns.get(listId) === settled) this.#turns.delete(listId);
    });
    return result;
  }
}

const TWICE = 'The list was uploaded already';

function hasFiles(one: PublishedFiles, other: PublishedFiles): boolean {
  return one.rows === other.rows && one.addresses === other.addresses;
}

function isWhole({ folder, id }: ListPlace): boolean {
  return existsSync(rowsPath(folder, id)) && existsSync(databasePath(folder, id));
}

/** Has no code of a missing file: the list itself is in the database. */
class LostCopy extends Error {}

/** As a missing file is: the list can't go on. */
function missing(listId: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`List ${listId} is not in the database`), { code: 'ENOENT' });
}
