import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const IMPORTED = /from (['"])(\.[^'"]+)\.ts\1/g;

/** Writes the declarations of the modules of `src/`, and of those that these name, into `folder`. */
export function writePublicTypes(root, folder, modules) {
  const all = new Set(modules);
  // A set may grow while it is gone through.
  for (const module of all) for (const next of writeTypes(root, folder, module)) all.add(next);
}

/** Not every tool finds the `.d.ts` beside a `.ts`: declarations name `.js`. Returns the modules that they name. */
function writeTypes(root, folder, module) {
  const file = join(root, 'src', `${module}.ts`);
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const target = join(folder, `${module}.d.ts`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code.replace(IMPORTED, "from '$2.js'"));
  return [...code.matchAll(IMPORTED)].map(([, , name]) => join(dirname(module), name));
}
