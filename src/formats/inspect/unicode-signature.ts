import type { ListEncoding } from '../plan.ts';

/** The encoding that a byte order mark names. */
export function byteOrderMark(start: Buffer): ListEncoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  return undefined;
}

/** UTF-16 without a mark: in mostly Latin text, one byte of nearly each pair is NUL. */
export function wideEncoding(start: Buffer): ListEncoding | undefined {
  const sample = start.subarray(0, 4096);
  const nuls: [number, number] = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2 === 0 ? 0 : 1]++;
  });
  const pairs = sample.length / 2;
  if (nuls[0] + nuls[1] < MIN_NULS) return undefined;
  if (nuls[1] > pairs * 0.4 && nuls[0] < pairs * 0.1) return 'utf-16le';
  if (nuls[0] > pairs * 0.4 && nuls[1] < pairs * 0.1) return 'utf-16be';
  return undefined;
}

/** The shortest address has more letters than that. */
const MIN_NULS = 4;
