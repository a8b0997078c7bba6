import { crc32, createInflateRaw } from 'node:zlib';
import { LoopTurn } from '../../lib/loop-turn.ts';

/** One file of an archive, as the directory at the archive's end has it. */
export interface ZipEntry {
  readonly name: string;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedSize: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/** What an archive is not: whole. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip';
}

/** Record sizes without their variable parts, and signatures: APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16. */
const LOCAL = { size: 30, signature: 0x04034b50 } as const;
const CENTRAL = { size: 46, signature: 0x02014b50 } as const;
const END = { size: 22, signature: 0x06054b50 } as const;
const MAX_COMMENT_LENGTH = 0xffff;

/** The directory of an archive: nothing is unpacked yet. */
export function zipEntries(archive: Buffer): ZipEntry[] {
  const end = findEnd(archive);
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expectRecord(archive, at, CENTRAL);
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    );
    const next = at + CENTRAL.size + name + extra + comment;
    if (next > archive.length) throw new BrokenZip('the directory is cut off');
    entries.push(entryAt(archive, at, name));
    at = next;
  }
  return entries;
}

function findEnd(archive: Buffer): number {
  const last = archive.length - END.size;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_LENGTH); at--) {
    if (archive.readUInt32LE(at) === END.signature) return at;
  }
  throw new BrokenZip('it has no directory');
}

function expectRecord(
  archive: Buffer,
  at: number,
  { size, signature }: { readonly size: number; readonly signature: number },
): void {
  const whole = at + size <= archive.length;
  if (!whole || archive.readUInt32LE(at) !== signature) throw new BrokenZip('a record is missing');
}

function entryAt(archive: Buffer, at: number, nameLength: number): ZipEntry {
  return {
    name: archive.toString('utf8', at + CENTRAL.size, at + CENTRAL.size + nameLength),
    encrypted: (archive.readUInt16LE(at + 8) & 1) === 1,
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    packedSize: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    offset: archive.readUInt32LE(at + 42),
  };
}

const STORED = 0;
const DEFLATED = 8;

/** Bytes unpacked at once. */
const SLICE_SIZE = 32 * 1024;

/**
 * The content of one file in slices, never more than the directory says. It is exactly what was
 * packed, or else the last step throws BrokenZip.
 */
export async function* unpackEntry(archive: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  let [size, crc] = [0, 0];
  for await (const slice of readSlices(packedBytes(archive, entry), entry)) {
    size += slice.length;
    if (size > entry.size) break;
    crc = crc32(slice, crc);
    yield slice;
  }
  if (size !== entry.size || crc !== entry.crc) throw new BrokenZip(`${entry.name} is damaged`);
}

function packedBytes(archive: Buffer, { offset, packedSize }: ZipEntry): Buffer {
  expectRecord(archive, offset, LOCAL);
  const [name = 0, extra = 0] = [26, 28].map((field) => archive.readUInt16LE(offset + field));
  const from = offset + LOCAL.size + name + extra;
  return archive.subarray(from, from + packedSize);
}

function readSlices(packed: Buffer, { name, method, encrypted }: ZipEntry): AsyncIterable<Buffer> {
  if (encrypted) throw new BrokenZip(`${name} is encrypted`);
  if (method === STORED) return cut(packed);
  if (method !== DEFLATED) throw new BrokenZip(`${name} is packed in a way that is not read`);
  return inflated(packed, name);
}

async function* cut(bytes: Buffer): AsyncGenerator<Buffer> {
  const turn = new LoopTurn();
  for (let at = 0; at < bytes.length; at += SLICE_SIZE) {
    yield bytes.subarray(at, at + SLICE_SIZE);
    await turn.pauseIfDue();
  }
}

async function* inflated(packed: Buffer, name: string): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: SLICE_SIZE });
  inflater.end(packed);
  try {
    yield* inflater;
  } catch (cause) {
    throw new BrokenZip(`${name} is damaged`, { cause });
  }
}
