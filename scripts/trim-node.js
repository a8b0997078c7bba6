// Removes the C headers of the Node that npm's `node` brings, 67 MB: nothing here compiles against them.
import { globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(
  dirname(dirname(fileURLToPath(import.meta.url))),
  'node_modules/node/node_modules',
);
for (const folder of globSync('node-*/include', { cwd: packages })) {
  rmSync(join(packages, folder), { recursive: true });
}
