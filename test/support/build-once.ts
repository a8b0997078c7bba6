import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds dist/ before the suite, so that tests of the whole program run today's source. */
export function setup(): void {
  const build = fileURLToPath(new URL('../../scripts/build.js', import.meta.url));
  execFileSync(process.execPath, [build], { stdio: 'inherit' });
}
