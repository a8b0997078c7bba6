import { readFileSync } from 'node:fs';

/** The program's version, from its package. */
export function version(): string {
  // The same file from src/cli and from dist/cli.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
