/**
 * Lists that lie in the database, for several nodes. Each node works on a copy of its own: the two files
 * of a list as they were published, and the changes since. store/ implements it on PostgreSQL.
 */

import type { ListPlaces } from './list-ports.ts';

/** The two files of a list, by the names that their pieces have. A name stands for the same bytes always. */
export interface PublishedFiles {
  /** The list as it was uploaded. */
  readonly rows: string;
  /** The database of its addresses. */
  readonly addresses: string;
}

export interface SharedList extends PublishedFiles {
  readonly listId: string;
  /** The number of its last change; 0: none since the first files. */
  readonly changes: number;
}

/** A part of a file. */
export interface Piece {
  readonly listId: string;
  readonly file: string;
  /** From 0. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** A piece of a file that arrives; its number is its offset. */
export interface PartPiece {
  readonly number: number;
  /** Bytes. */
  readonly length: number;
}

export interface NewChange {
  /** An earlier change with this key is replaced. */
  readonly key: string;
  readonly body: string;
}

export interface SharedChange {
  readonly number: number;
  readonly body: string;
}

export interface SharedLists extends ListPlaces {
  find(listId: string): Promise<SharedList | undefined>;
  all(): Promise<readonly SharedList[]>;
  /** A piece counts for nothing until its file is published. It replaces one with its number. */
  writePiece(piece: Piece): Promise<void>;
  /** What has arrived of a file that comes in parts, by offset. */
  partPieces(listId: string): Promise<readonly PartPiece[]>;
  /** Deletes the pieces of a file that comes in parts, from an offset on; `null`: those of all lists. */
  cutParts(listId: string | null, offset: number): Promise<void>;
  /** The bytes of a piece; undefined behind the last. */
  readPiece(place: Omit<Piece, 'bytes'>): Promise<Uint8Array | undefined>;
  /**
   * Gives a list its files, in place of those of `before` and the changes since; undefined: it has none
   * yet. False, and nothing is done, where the list is another by now.
   */
  publish(listId: string, files: PublishedFiles, before: SharedList | undefined): Promise<boolean>;
  /** The changes behind a number, in their order. */
  changesAfter(list: SharedList, limit: number): Promise<readonly SharedChange[]>;
  /** Bytes that lists take in the database, by their ids. Copies of nodes don't count. */
  sizes(listIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** False, and nothing is done, where the list is another than `before` by now. */
  change(before: SharedList, change: NewChange): Promise<boolean>;
  /** Deletes a bounded number of pieces of a list, and in the end all else; true when nothing is left. */
  remove(listId: string): Promise<boolean>;
  /**
   * Of these lists, those that the node sees to for `lease` milliseconds from now on: which no other node
   * has. The number differs whenever a list goes from one node to another.
   */
  claim(
    listIds: readonly string[],
    node: string,
    lease: number,
  ): Promise<ReadonlyMap<string, number>>;
  /** Others may claim what the node has at once. */
  release(node: string): Promise<void>;
  /** Deletes pieces that were written so long ago (milliseconds) and belong to no published file. */
  sweep(age: number): Promise<void>;
}
