import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Packages of which every start loads many files. The others are read as they are installed. */
const BUNDLED = ['@hono/node-server', 'commander', 'hono', 'kysely', 'zod'];

/** `out` by `in`. A thread's program lies beside the chunk that starts it. */
const ENTRIES = {
  main: 'src/main.ts',
  'library/client': 'src/library/client.ts',
  'library/verifier': 'src/library/verifier.ts',
  'chunks/list-thread': 'src/listfiles/list-thread.ts',
};

/** Writes the program of `root` into `folder` as few files, unminified: stack traces stay readable. */
export async function bundle(root, folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: folder,
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [leaveOtherPackages, writeVersion(root)],
    logLevel: 'warning',
  });
  rejectMisplaced(metafile);
  writeFileSync(join(folder, 'third-party-licenses.txt'), licences(root));
}

const leaveOtherPackages = {
  name: 'leave other packages out',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) => {
      const isBundled = BUNDLED.some((name) => path === name || path.startsWith(`${name}/`));
      return kind === 'entry-point' || isBundled ? undefined : { path, external: true };
    });
  },
};

/** The version as it is now, instead of a file to be read at each start. */
function writeVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const contents = `export const version = () => ${JSON.stringify(version)};`;
  return {
    name: 'write the version',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]cli[\\/]version\.ts$/ }, () => ({ contents }));
    },
  };
}

/** Modules that look for a file beside themselves must be among the chunks. */
function rejectMisplaced({ outputs }) {
  const name = 'src/listfiles/thread-program.ts';
  const [place] = Object.entries(outputs).find(([, { inputs }]) => name in inputs) ?? [];
  if (!/\/chunks\/[^/]+$/.test(place ?? ''))
    throw new Error(`${name} is in ${place}: it would not find list-thread.js`);
}

function licences(root) {
  return BUNDLED.map((name) => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  }).join(`\n${'-'.repeat(80)}\n\n`);
}
