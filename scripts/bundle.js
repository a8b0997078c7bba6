import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { readBroadList, readCuratedList } from '../src/address/disposable-lists.ts';
import { toSortedText } from '../src/lib/sorted-names.ts';

/** Packages of which every start loads many files. The others are read as they are installed. */
const BUNDLED = '@hono/node-server commander csv-parse csv-stringify hono kysely zod'.split(' ');

/** Packages from which the build takes the names of disposable domains, and no code. */
const NAME_LISTS = ['disposable-email-domains-js', 'mailchecker'];

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
    // For each .js file Node looks for a package.json that says what it is.
    outExtension: { '.js': '.mjs' },
    plugins: [leaveOtherPackages, writeVersion(root), readDisposableTexts(root)],
    logLevel: 'warning',
  });
  for (const name of Object.keys(ENTRIES))
    renameSync(join(folder, `${name}.mjs`), join(folder, `${name}.js`));
  for (const name of BESIDE_FILES) rejectMisplaced(metafile, name);
  writeNames(join(folder, 'chunks'));
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

/** The lists of disposable domains as texts in which names are looked up, instead of as packages. */
function readDisposableTexts(root) {
  const standIn = join(root, 'scripts', 'in-dist', 'disposable-lists.ts');
  return {
    name: 'read disposable domains from texts',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]address[\\/]disposable-lists\.ts$/ }, () => ({
        contents: readFileSync(standIn, 'utf8'),
        loader: 'ts',
        resolveDir: dirname(standIn),
      }));
    },
  };
}

function writeNames(folder) {
  const lists = { 'curated-domains.txt': readCuratedList(), 'broad-domains.txt': readBroadList() };
  for (const [file, names] of Object.entries(lists)) {
    const text = toSortedText(names);
    if (/[^\n!-~]/.test(text)) throw new Error(`${file}: a name is not ASCII`);
    writeFileSync(join(folder, file), text);
  }
}

/** Modules that look for a file beside themselves must be among the chunks. */
const BESIDE_FILES = ['src/address/disposable-lists.ts', 'src/listfiles/thread-program.ts'];

function rejectMisplaced({ outputs }, name) {
  const [place] = Object.entries(outputs).find(([, { inputs }]) => name in inputs) ?? [];
  if (!/\/chunks\/[^/]+$/.test(place ?? ''))
    throw new Error(`${name} is in ${place}: it would not find its files`);
}

function licences(root) {
  return [...BUNDLED, ...NAME_LISTS]
    .map((name) => {
      const folder = join(root, 'node_modules', name);
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      if (!file) throw new Error(`${name} has no licence file`);
      return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
