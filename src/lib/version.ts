import { readFileSync } from 'node:fs';

/** The program's version, from its package. */
export function version(): string {
  // The same file from src/lib and from dist/lib.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The version with the commit that it was built from (`1.2.3+4f2a91c`), unless it is a release. */
export function build(): string {
  // Run from source: nothing was built.
  return version();
}
