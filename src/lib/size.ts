const UNITS = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 } as const;

/** Bytes of a size with its unit (`500MB`, `2 GB`, `1.5gb`), or of a bare number; undefined for anything else. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?) ?([kmgt]?b)?$/i.exec(text.trim());
  if (!match) return undefined;
  const unit = (match[2] ?? 'b').toLowerCase() as keyof typeof UNITS;
  return Math.round(Number(match[1]) * UNITS[unit]);
}

/** A size for people: `2 GB`, `1.5 MB`. */
export function formatSize(bytes: number): string {
  return splitSize(bytes).join(' ');
}

/** The same as a number and its unit. */
export function splitSize(bytes: number): readonly [count: number, unit: string] {
  const [unit, size] = LARGE_FIRST.find(([, each]) => bytes >= each) ?? ['B', 1];
  return [Number((bytes / size).toFixed(1)), unit];
}

const LARGE_FIRST = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;
