// Builds dist/ from src/, and the man page from the help. Run by `npm ci` (prepare), so that `npx mailvet` works right after it.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { writePublicTypes } from './public-types.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const fresh = join(root, `dist.${process.pid}`);
const old = `${fresh}.old`;

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
