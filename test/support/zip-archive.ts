import { crc32, deflateRawSync } from 'node:zlib';

/** Signatures and methods of APPNOTE.TXT 4.3 and 4.4.5. */
const LOCAL = { size: 30, signature: 0x04034b50 } as const;
const CENTRAL = { size: 46, signature: 0x02014b50 } as const;
const END = { size: 22, signature: 0x06054b50 } as const;
const STORED = 0;
const DEFLATED = 8;

type Files = ReadonlyMap<string, Buffer>;

/** An archive of the given files, not compressed. */
export function storedZip(files: Files): Buffer {
  return archiveOf(files, STORED);
}

/** An archive of the given files, compressed. */
export function deflatedZip(files: Files): Buffer {
  return archiveOf(files, DEFLATED);
}

function archiveOf(files: Files, method: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const title = Buffer.from(name);
    const packed = method === STORED ? content : deflateRawSync(content);
    const common = commonFields({ title, content, packed, method });
    const local = Buffer.alloc(LOCAL.size);
    local.writeUInt32LE(LOCAL.signature);
    common.copy(local, 4);
    const central = Buffer.alloc(CENTRAL.size);
    central.writeUInt32LE(CENTRAL.signature);
    common.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    parts.push(local, title, packed);
    directory.push(central, title);
    offset += LOCAL.size + title.length + packed.length;
  }
  return Buffer.concat([...parts, ...directory, endRecord(files.size, { offset, directory })]);
}

interface Packed {
  readonly title: Buffer;
  readonly content: Buffer;
  readonly packed: Buffer;
  readonly method: number;
}

/** What local header and directory have alike: version, flags, method, time, CRC, sizes, lengths. */
function commonFields({ title, content, packed, method }: Packed): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
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
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
