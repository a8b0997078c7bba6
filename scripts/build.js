// Builds dist/ from src/, and the man page from the help. Run by `npm ci` (prepare), so that `npx mailvet` works right
// after it; by npx as well, which prepares a checkout again for each new home: `--if-changed` then has nothing to do.
import { execFileSync } from 'node:child_process';
import { globSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { writePublicTypes } from './public-types.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const fresh = join(root, `dist.${process.pid}`);
const old = `${fresh}.old`;

if (process.argv.includes('--if-changed') && isFresh()) process.exit();

try {
  writePublicTypes(root, fresh, ['library/client', 'library/verifier', 'library/policy']);
  await bundle(root, fresh);
  // Swapped in when it is whole, so that a program started meanwhile finds one or the other.
  moveAside();
  renameSync(fresh, dist);
  writeFileSync(join(dist, 'mailvet.1'), manPage());
} finally {
  for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
}

/** Whether nothing that goes into the build, a folder's names included, is younger than the last file of it. */
function isFresh() {
  const built = timeOf('dist/mailvet.1');
  const sources = globSync('{src,scripts,bin}/**', { cwd: root, exclude: ['scripts/tools/**'] });
  const others = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];
  return [...sources, ...others].every((name) => timeOf(name) < built);
}

/** Milliseconds; 0 where it is not there. */
function timeOf(name) {
  return statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function manPage() {
  const program = join(root, 'bin', 'mailvet.js');
  return execFileSync(process.execPath, [program, 'help', 'man']);
}

function moveAside() {
  try {
    renameSync(dist, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
