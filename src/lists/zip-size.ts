/** Bytes before the comment of the record that ends an archive (APPNOTE.TXT 4.3.16). */
const END_SIZE = 22;
const END_SIGNATURE = 0x06054b50;
const LONGEST_COMMENT = 0xffff;
const ENTRY_SIZE = 46;
const ENTRY_SIGNATURE = 0x02014b50;

/**
 * What the entries of a ZIP archive say they come to, in bytes: to know before unpacking. Undefined
 * when it has no readable directory.
 */
export function unpackedSize(archive: Buffer): number | undefined {
  const end = findEnd(archive);
  if (end === undefined) return undefined;
  let total = 0;
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + ENTRY_SIZE > archive.length) return undefined;
    if (archive.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined;
    total += archive.readUInt32LE(at + 24);
    at += ENTRY_SIZE + variableSize(archive, at);
  }
  return total;
}

function findEnd(archive: Buffer): number | undefined {
  const last = archive.length - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
    if (archive.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  return undefined;
}

/** The entry's name, extra field and comment. */
function variableSize(archive: Buffer, entry: number): number {
  const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(entry + field));
  return (name ?? 0) + (extra ?? 0) + (comment ?? 0);
}
