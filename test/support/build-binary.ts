import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds out/mailvet before its tests, unless they are to try another. */
export function setup(): void {
  if (process.env.MAILVET_BINARY) return;
  const build = fileURLToPath(new URL('../../scripts/binary/build.ts', import.meta.url));
  execFileSync(process.execPath, [build], { stdio: ['ignore', 'inherit', 'inherit'] });
}
