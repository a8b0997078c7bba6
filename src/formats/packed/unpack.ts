import { basename } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { LoopTurn } from '../../lib/loop-turn.ts';
import { formatSize } from '../../lib/size.ts';
import { OversizedWorkbook } from '../workbook/errors.ts';
import { unpackBounded } from '../workbook/package.ts';
import { BrokenZip, type ZipEntry, zipEntries } from '../workbook/zip.ts';
import type { Packing } from './packing.ts';

/** Unpacked to packed: real lists have 3 to 30; what was made to burst has 1000. */
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM = 20_000_000;

/** Bytes unpacked at once. */
const SLICE_SIZE = 64 * 1024;

const UNPACKERS: Readonly<Record<Packing, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize: SLICE_SIZE }),
  zstd: () => createZstdDecompress({ chunkSize: SLICE_SIZE }),
};

interface PackedList {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Limit of the unpacked content. */
  readonly maxBytes: number;
}

/**
 * The content of a packed list, as it is read. Throws an input error for one that is damaged, that
 * unpacks to more than `maxBytes`, or to far more than a list does.
 */
export async function* unpackStream(
  packing: Packing,
  { name, chunks, maxBytes }: PackedList,
): AsyncGenerator<Uint8Array> {
  const unpacker = UNPACKERS[packing]();
  const turn = new LoopTurn();
  let [packed, unpacked] = [0, 0];
  const source = Readable.from(
    counted(chunks, (size) => {
      packed += size;
    }),
  );
  source.once('error', (error) => unpacker.destroy(error));
  source.pipe(unpacker);
  try {
    for await (const slice of unpacker) {
      unpacked += slice.length;
      if (unpacked > maxBytes) throw tooLarge(name, `over ${formatSize(maxBytes)}`);
      if (unpacked > RATIO_COUNTS_FROM && unpacked > packed * MAX_RATIO) {
        throw burst(name);
      }
      yield slice;
      await turn.pauseIfDue();
    }
  } catch (error) {
    throw isDamage(error) ? damaged(name, packing, error) : error;
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  count: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

function isDamage(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(?:Z_|ZSTD_)/.test(code);
}

function damaged(name: string, packing: Packing, cause: unknown): MailvetError {
  return new MailvetError('input', message('errorTexts.cannot_unpack', { name }), {
    hint: [
      'Pack it again: ',
      { code: 'terminal', text: `${packing} --test ${name}` },
      ' says more',
    ],
    cause,
  });
}

function burst(name: string): MailvetError {
  return new MailvetError('input', `${name} unpacks to more than ${MAX_RATIO} times its size`, {
    said: message('errorTexts.unpacks_too_large', { name }),
    hint: 'Unpack it first, if you trust where it comes from',
  });
}

function tooLarge(name: string, how: string): MailvetError {
  return new MailvetError('input', `${name} unpacks to ${how}`, {
    said: message('errorTexts.unpacks_too_large', { name }),
    hint: [{ code: 'larger_input' }],
  });
}

const SHOWN = 5;
/** A note to the reader may lie beside lists. */
const LIST = /\.(?:csv|tsv|tab|xlsx|xlsm|ods|jsonl?|ndjson)$/i;

interface ZippedList {
  /** Its path in the archive. */
  readonly file: string;
  /** Paths of the other lists. */
  readonly others: readonly string[];
  readonly chunks: AsyncIterable<Uint8Array>;
}

interface WantedList {
  /** Limit of the unpacked content. */
  readonly maxBytes: number;
  /** A file by its path, or, without one, the first list; absent: the archive must hold one alone. */
  readonly wanted?: { readonly file?: string | undefined } | undefined;
}

/** A list of an archive. Throws an input error for one that holds none, too many, or is damaged. */
export function zippedList(
  name: string,
  archive: Buffer,
  { maxBytes, wanted }: WantedList,
): ZippedList {
  const all = listsOf(name, archive);
  const isList = ({ name: path }: ZipEntry) => LIST.test(path);
  const entry = all.find((one) => one.name === wanted?.file) ?? all.find(isList) ?? all[0];
  if (!entry) throw new MailvetError('input', message('errorTexts.zip_empty', { name }));
  if (all.length > 1 && !wanted) throw severalLists(name, all);
  const others = all.filter((one) => one !== entry).map((one) => one.name);
  return { file: entry.name, others, chunks: entryBytes(name, archive, { entry, maxBytes }) };
}

/** Files of an archive, without what systems add to it. */
function listsOf(name: string, archive: Buffer): ZipEntry[] {
  try {
    return zipEntries(archive).filter(({ name: path }) => !isForeign(path));
  } catch (error) {
    throw asListError(name, error);
  }
}

/** What systems add to an archive. */
export function isForeign(path: string): boolean {
  const file = basename(path);
  return /[/\\]$/.test(path) || path.startsWith('__MACOSX/') || /^(?:\.|Thumbs\.db$)/i.test(file);
}

/** A file of an archive, in slices. */
export async function* entryBytes(
  name: string,
  archive: Buffer,
  { entry, maxBytes }: { readonly entry: ZipEntry; readonly maxBytes: number },
): AsyncGenerator<Uint8Array> {
  try {
    yield* unpackBounded(archive, entry, maxBytes);
  } catch (error) {
    throw asListError(name, error);
  }
}

/** What is wrong with an archive, as an error for people. */
export function asListError(name: string, error: unknown): unknown {
  if (error instanceof OversizedWorkbook) return tooLarge(name, `too much: ${error.message}`);
  if (!(error instanceof BrokenZip) && !(error instanceof RangeError)) return error;
  return new MailvetError('input', `${name} can't be unpacked: ${error.message}`, {
    said: message('errorTexts.cannot_unpack', { name }),
    hint: 'Unpack it and give the list inside',
    cause: error,
  });
}

function severalLists(name: string, entries: readonly ZipEntry[]): MailvetError {
  const names = entries.slice(0, SHOWN).map((entry) => entry.name);
  const more = entries.length > SHOWN ? ', …' : '';
  return new MailvetError(
    'input',
    `${name} holds ${entries.length} files: ${names.join(', ')}${more}`,
    {
      said: message('errorTexts.several_lists', { name }),
      hint: 'Unpack it and give the lists inside: several may be given at once',
    },
  );
}
