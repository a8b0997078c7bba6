import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTED = /from '(\.[^']+)\.ts'/g;

/** Removes every declaration file from `folder` that none of the entries reaches. */
export function keepPublicTypes(folder, entries) {
  const kept = new Set(entries);
  // A set may grow while it is gone through.
  for (const file of kept) for (const next of readImports(folder, file)) kept.add(next);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of all.filter((name) => name.endsWith('.d.ts') && !kept.has(name)))
    rmSync(join(folder, file));
  removeEmptyFolders(folder);
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The compiler leaves `.ts` in declarations, where not every tool finds the `.d.ts` beside it. */
function readImports(folder, file) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(IMPORTED, "from '$1.js'"));
  return [...text.matchAll(IMPORTED)].map(([, name]) => join(dirname(file), `${name}.d.ts`));
}
