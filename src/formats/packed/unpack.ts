import { Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { MailvetError } from '../../errors.ts';
import { message } from '../../i18n/message.ts';
import { LoopTurn } from '../../lib/loop-turn.ts';
import { formatSize } from '../../lib/size.ts';
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
    hint: 'Unpack it first, if you trust where it comes from',
  });
}

export function tooLarge(name: string, how: string): MailvetError {
  return new MailvetError('input', `${name} unpacks to ${how}`, {
    hint: [{ code: 'larger_input' }],
  });
}
