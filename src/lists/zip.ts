import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

/** One file of an archive, as the directory at the archive's end tells of it. */
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
const LONGEST_COMMENT = 0xffff;

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
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
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

/** The content of one file. It is exactly what was packed, or else BrokenZip. */
export async function unpackEntry(archive: Buffer, entry: ZipEntry): Promise<Buffer> {
  const content = await inflated(packedBytes(archive, entry), entry);
  if (content.length === entry.size && crc32(content) === entry.crc) return content;
  throw new BrokenZip(`${entry.name} is damaged`);
}

function packedBytes(archive: Buffer, { offset, packedSize }: ZipEntry): Buffer {
  expectRecord(archive, offset, LOCAL);
  const [name = 0, extra = 0] = [26, 28].map((field) => archive.readUInt16LE(offset + field));
  const from = offset + LOCAL.size + name + extra;
  return archive.subarray(from, from + packedSize);
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

async function inflated(packed: Buffer, { name, method, encrypted, size }: ZipEntry) {
  if (encrypted) throw new BrokenZip(`${name} is encrypted`);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new BrokenZip(`${name} is packed in a way that is not read`);
  // Never more than it says, whatever it holds.
  return await inflate(packed, { maxOutputLength: Math.max(size, 1) });
}

/** An archive of the given files, not compressed. */
export function storedZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const title = Buffer.from(name);
    const common = commonFields(title, content);
    const local = Buffer.alloc(LOCAL.size);
    local.writeUInt32LE(LOCAL.signature);
    common.copy(local, 4);
    const central = Buffer.alloc(CENTRAL.size);
    central.writeUInt32LE(CENTRAL.signature);
    common.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    parts.push(local, title, content);
    directory.push(central, title);
    offset += LOCAL.size + title.length + content.length;
  }
  return Buffer.concat([...parts, ...directory, endRecord(files.size, { offset, directory })]);
}

/** What local header and directory say alike: version, flags, method, time, CRC, sizes, lengths. */
function commonFields(title: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(STORED, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(title.length, 22);
  return fields;
}

interface Directory {
  readonly offset: number;
  readonly directory: readonly Buffer[];
}

function endRecord(count: number, { offset, directory }: Directory): Buffer {
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
