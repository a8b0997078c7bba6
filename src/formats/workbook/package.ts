import { posix } from 'node:path';
import { BrokenWorkbook, OversizedWorkbook } from './errors.ts';
import { readXml } from './xml.ts';
import { unpackEntry, type ZipEntry, zipEntries } from './zip.ts';

/** A sheet, and where its cells are. */
interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  readonly path: string;
}

/** An Office Open XML package (ECMA-376 part 2) that holds a workbook. */
interface WorkbookPackage {
  /** In the order of their tabs; charts left out. */
  readonly sheets: readonly SheetPart[];
  /** Whether days are counted from 1904. */
  readonly from1904: boolean;
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** The bytes of a part in slices; nothing for a part that is not there. */
  read(path: string | undefined, maxBytes: number): AsyncIterable<Buffer>;
}

/** Bytes of the parts that say where others are. */
const MAX_INDEX = 20_000_000;
/** Unpacked to packed: real sheets have some 10 to 50, what was made to burst has 1000. */
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM = 20_000_000;

/** Finds the parts of a workbook by their relationships, wherever they are. */
export async function openPackage(archive: Buffer): Promise<WorkbookPackage> {
  const entries = new Map(zipEntries(archive).map((entry) => [toKey(entry.name), entry]));
  const read = (path: string | undefined, maxBytes: number) => {
    const entry = path === undefined ? undefined : entries.get(toKey(path));
    return entry ? unpackBounded(archive, entry, maxBytes) : NOTHING;
  };
  const relations = (path: string) => readRelations(read(relationsPath(path), MAX_INDEX), path);
  const roots = await relations('');
  const book = [...roots.values()].find(({ type }) => type === 'officeDocument');
  const path = book?.path ?? 'xl/workbook.xml';
  const parts = await relations(path);
  const { sheets, from1904 } = await readWorkbook(read(path, MAX_INDEX), parts);
  const findPath = (type: string) => [...parts.values()].find((part) => part.type === type)?.path;
  const [sharedStrings, styles] = [findPath('sharedStrings'), findPath('styles')];
  const present = sheets.filter((sheet) => entries.has(toKey(sheet.path)));
  return { sheets: present, from1904, sharedStrings, styles, read };
}

const NOTHING: AsyncIterable<Buffer> = (async function* () {})();

/** Names of parts are compared without regard to case (part 2, 6.2.2.3); some writers use `\\`. */
function toKey(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** The bytes of a file in slices. Throws OversizedWorkbook where it has more than `maxBytes`. */
export function unpackBounded(
  archive: Buffer,
  entry: ZipEntry,
  maxBytes: number,
): AsyncIterable<Buffer> {
  const { name, size, packedSize } = entry;
  if (size > maxBytes) throw new OversizedWorkbook(`${name} is over ${maxBytes / 1e6} MB unpacked`);
  if (size > RATIO_COUNTS_FROM && size > packedSize * MAX_RATIO) {
    throw new OversizedWorkbook(`${name} unpacks to more than ${MAX_RATIO} times its size`);
  }
  return unpackEntry(archive, entry);
}

interface Relation {
  /** The last word of its type: those of the standard's two editions differ in what precedes. */
  readonly type: string;
  readonly path: string;
}

/** Where a part's relationships are (part 2, 6.5.2); `''` is the package itself. */
function relationsPath(path: string): string {
  return posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
}

/** Targets are references (RFC 3986): a blank stands as `%20`. */
function decodedPath(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

async function readRelations(
  bytes: AsyncIterable<Buffer>,
  from: string,
): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  if (bytes === NOTHING) return relations;
  await readXml(bytes, {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const type = posix.basename(attribute('Type') ?? '');
      const target = decodedPath(attribute('Target') ?? '');
      const path = posix.resolve('/', posix.dirname(from), target).slice(1);
      relations.set(attribute('Id') ?? '', { type, path });
    },
  });
  return relations;
}

async function readWorkbook(bytes: AsyncIterable<Buffer>, parts: ReadonlyMap<string, Relation>) {
  if (bytes === NOTHING) throw new BrokenWorkbook('it has no workbook part');
  const sheets: SheetPart[] = [];
  let from1904 = false;
  await readXml(bytes, {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const part = parts.get(attribute('*:id') ?? '');
      if (part?.type !== 'worksheet') return;
      const hidden = (attribute('state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute('name') ?? '', hidden, path: part.path });
    },
  });
  return { sheets, from1904 };
}
