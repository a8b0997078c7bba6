import { once } from 'node:events';
import type { Transform } from 'node:stream';
import { createGzip, createZstdCompress } from 'node:zlib';
import { type Packing, packingOf } from '../../formats/packed/packing.ts';

type Write = (chunk: string | Uint8Array) => Promise<void>;

interface PackedOutput {
  readonly write: Write;
  /** Writes what is left. */
  end(): Promise<void>;
}

const PACKERS: Readonly<Record<Packing, () => Transform>> = {
  gzip: () => createGzip(),
  zstd: () => createZstdCompress(),
};

/** Packs what is written where the name of the file ends in .gz or .zst. */
export function packedOutput(path: string, write: Write): PackedOutput {
  const packing = packingOf(path);
  if (!packing) return { write, end: async () => {} };
  const packer = PACKERS[packing]();
  const done = writeAll(packer, write);
  // Thrown by the next write, or by the end.
  done.catch(() => {});
  return {
    async write(chunk) {
      if (!packer.write(chunk)) await Promise.race([once(packer, 'drain'), done]);
    },
    async end() {
      packer.end();
      await done;
    },
  };
}

async function writeAll(packer: Transform, write: Write): Promise<void> {
  for await (const bytes of packer) await write(bytes);
}
