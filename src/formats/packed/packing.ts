/** How a file may be packed as a whole. ZIP holds several files and does not count. */
export type Packing = 'gzip' | 'zstd';

/** First bytes: RFC 1952 §2.3.1, RFC 8878 §3.1.1. */
const SIGNATURES: Readonly<Record<Packing, readonly number[]>> = {
  gzip: [0x1f, 0x8b, 0x08],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
};

/** What the first bytes of a file say. */
export function findPacking(start: Uint8Array): Packing | undefined {
  const found = Object.entries(SIGNATURES).find(([, bytes]) =>
    bytes.every((byte, at) => start[at] === byte),
  );
  return found?.[0] as Packing | undefined;
}

const EXTENSIONS: readonly (readonly [RegExp, Packing])[] = [
  [/\.gz(?:ip)?$/i, 'gzip'],
  [/\.zstd?$/i, 'zstd'],
];

/** What the name of a file to be written says. */
export function packingOf(path: string): Packing | undefined {
  return EXTENSIONS.find(([pattern]) => pattern.test(path))?.[1];
}

/** `list.csv.gz` → `list.csv` */
export function withoutPacking(path: string): string {
  return EXTENSIONS.reduce((name, [pattern]) => name.replace(pattern, ''), path);
}
