import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import type { ArchivedRow } from '../../../formats/packed/archive.ts';
import {
  findPacking,
  type Packing,
  packingOf,
  withoutPacking,
} from '../../../formats/packed/packing.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { LoopTurn } from '../../../lib/loop-turn.ts';
import { formatSize } from '../../../lib/size.ts';
import type { AddressJudge } from '../../../scan/judge.ts';
import { findTextForm, type TextFind, TextScanner } from '../../../scan/text-scanner.ts';

/** An address in a file. */
export interface FileFind extends TextFind {
  /** Of an archive the file in it; of a workbook the sheet, whose lines and columns are rows and cells. */
  readonly entry?: string;
}

/** Bytes of an archive, packed, and of all that is in it. */
const MAX_PACKED = 100_000_000;
const MAX_UNPACKED = 1_000_000_000;

const ARCHIVE = /\.(?:zip|xlsx|xlsm|ods)$/i;

/** Finds the addresses of files, in flat memory. */
export class FindReader {
  readonly #scanner: TextScanner;
  readonly #turn = new LoopTurn();
  #found: TextFind[] = [];

  constructor(judge: AddressJudge) {
    this.#scanner = new TextScanner(judge, (find) => this.#found.push(find));
  }

  /** The finds of a file, some at a time. Throws the system's errors, and `input` for a damaged archive. */
  async *read(path: string, name: string): AsyncGenerator<readonly FileFind[]> {
    const packing = packingOf(path);
    if (packing) yield* this.#readPacked(path, name, packing);
    else if (ARCHIVE.test(path)) yield* this.#readArchive(path, name);
    else yield* this.#readPlain(path);
  }

  async *#readPlain(path: string): AsyncGenerator<readonly FileFind[]> {
    const { O_RDONLY, O_NONBLOCK = 0 } = constants;
    const file = openSync(path, O_RDONLY | O_NONBLOCK);
    try {
      if (!fstatSync(file).isFile()) return;
      this.#scanner.reset();
      const room = this.#scanner.room();
      let size = readSync(file, room);
      const form = findTextForm(room.subarray(0, size));
      if (form === 'binary') return;
      if (form !== 'bytes') return yield* this.#readChunks(createReadStream(path));
      while (size > 0) {
        this.#scanner.filled(size);
        size = readSync(file, this.#scanner.room());
        if (this.#found.length > 0) yield this.#take();
        await this.#turn.pauseIfDue();
      }
      this.#scanner.end();
      yield this.#take();
    } finally {
      closeSync(file);
    }
  }

  /** Text that comes in pieces; nothing of what is not text. */
  async *#readChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly TextFind[]> {
    this.#scanner.reset();
    let decode: ((chunk: Uint8Array) => Uint8Array) | undefined;
    for await (const chunk of chunks) {
      if (!decode) {
        const form = findTextForm(chunk);
        if (form === 'binary') return;
        decode = form === 'bytes' ? (bytes) => bytes : toUtf8(new TextDecoder(form));
      }
      this.#scanner.feed(decode(chunk));
      if (this.#found.length > 0) yield this.#take();
      await this.#turn.pauseIfDue();
    }
    this.#scanner.end();
    yield this.#take();
  }

  #take(): readonly TextFind[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  async *#readPacked(
    path: string,
    name: string,
    packing: Packing,
  ): AsyncGenerator<readonly FileFind[]> {
    if (!isPacked(path)) return yield* this.#readPlain(path);
    const { unpackStream } = await import('../../../formats/packed/unpack.ts');
    const chunks = createReadStream(path);
    const unpacked = unpackStream(packing, { name, chunks, maxBytes: MAX_UNPACKED });
    yield* this.#readEntry(basename(withoutPacking(path)), unpacked);
  }

  async *#readArchive(path: string, name: string): AsyncGenerator<readonly FileFind[]> {
    if (statSync(path).size > MAX_PACKED) {
      throw new MailvetError('input', `it has more than ${formatSize(MAX_PACKED)}`);
    }
    const bytes = await readFile(path);
    // A text of this name, such as a pointer of Git LFS.
    if (bytes.toString('latin1', 0, 2) !== 'PK') return yield* this.#readPlain(path);
    const { openArchive } = await import('../../../formats/packed/archive.ts');
    for await (const part of openArchive(name, bytes, MAX_UNPACKED)) {
      if ('cells' in part) yield this.#readCells(part);
      else yield* this.#readEntry(part.entry, part.chunks);
      await this.#turn.pauseIfDue();
    }
  }

  async *#readEntry(
    entry: string,
    chunks: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<readonly FileFind[]> {
    for await (const found of this.#readChunks(chunks)) {
      yield found.map((find) => ({ ...find, entry }));
    }
  }

  /** The line is the row, the column the cell. */
  #readCells({ entry, row, cells }: ArchivedRow): readonly FileFind[] {
    return cells.flatMap((cell, at) => {
      if (!cell.includes('@')) return [];
      this.#scanner.reset();
      this.#scanner.feed(Buffer.from(cell));
      this.#scanner.end();
      return this.#take().map((find) => ({ ...find, entry, line: row, column: at + 1 }));
    });
  }
}

/** A file of this name may be a text. */
function isPacked(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    readSync(file, start);
    return findPacking(start) !== undefined;
  } finally {
    closeSync(file);
  }
}

function toUtf8(decoder: TextDecoder): (chunk: Uint8Array) => Uint8Array {
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}
