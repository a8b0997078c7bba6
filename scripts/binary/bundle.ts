import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import { toAscii } from '../ascii.ts';
import { browserTexts } from '../browser-texts.ts';
import { versionModule } from '../build-name.ts';
import { domainListTexts } from '../domain-lists.ts';
import { needTools } from '../tools/need.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));

/**
 * Modules that look for files beside themselves, which a single executable does not have. Each has a
 * stand-in of the same name in `in-one-file/`.
 */
const REPLACED = [
  'src/address/disposable-lists.ts',
  'src/cli/json/load-jq.ts',
  'src/cli/json/start-jq-thread.ts',
  'src/lists/thread/thread-program.ts',
];

export interface Bundle {
  /** The first module to run. */
  readonly main: string;
  /** What it, and the program, ask `node:sea` for: contents by name. */
  readonly assets: Readonly<Record<string, string | Uint8Array>>;
}

/** CommonJS in ASCII throughout. Rejects on any warning. */
export async function createBundle(): Promise<Bundle> {
  needTools('executable');
  return {
    main: await bundle('scripts/binary/entry.ts'),
    assets: {
      [PROGRAM]: `(require=>{${await bundle('scripts/binary/program.ts')}})`,
      'list-thread.js': await bundle('src/lists/thread/list-thread.ts'),
      'jq-thread.js': await bundle('src/cli/json/jq-thread.ts'),
      ...domainListTexts(),
      [JQ_WASM]: readFileSync(join(dirname(JQ), 'jq.wasm')),
    },
  };
}

/** An expression: a function of `require`. */
export const PROGRAM = 'program.js';

async function bundle(entry: string): Promise<string> {
  const { build } = await import('esbuild');
  const { warnings, outputFiles } = await build({ ...OPTIONS, entryPoints: [join(ROOT, entry)] });
  // For example, import.meta is empty in CommonJS, so a file beside a module can't be found.
  if (warnings.length > 0) throw new Error(`${entry}: the bundle has warnings (above)`);
  return toAscii(outputFiles.map(({ text }) => text).join(''));
}

const VERSION = join(ROOT, 'src', 'lib', 'version.ts');

const replaceModules: Plugin = {
  name: 'replace modules that need files',
  setup({ onLoad }) {
    onLoad({ filter: /version\.ts$/ }, ({ path }) =>
      path === VERSION ? { contents: versionModule(ROOT), loader: 'js' } : undefined,
    );
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const texts = await browserTexts(ROOT, path);
      if (texts !== undefined) return { contents: texts, loader: 'js' };
      const name = REPLACED.find((replaced) => join(ROOT, replaced) === path);
      if (!name) return undefined;
      const standIn = join(HERE, 'in-one-file', basename(name));
      return { contents: readFileSync(standIn), loader: 'ts', resolveDir: dirname(standIn) };
    });
  },
};

const JQ = createRequire(import.meta.url).resolve('jq-web');
const JQ_WASM = 'jq.wasm';
const JQ_STARTS = 'jq = jq().then(';

/** jq looks for its WebAssembly beside itself. */
const jqWithAsset: Plugin = {
  name: 'give jq its WebAssembly',
  setup({ onLoad }) {
    onLoad({ filter: /jq\.js$/ }, ({ path }) => {
      if (path !== JQ) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes(JQ_STARTS)) throw new Error(`${path} does not start jq as it did`);
      const binary = `require('node:sea').getRawAsset('${JQ_WASM}')`;
      const starts = `jq = jq({ wasmBinary: ${binary} }).then(`;
      // It has no folder, but jq asks for its name.
      return { contents: `var __dirname = '';${text.replace(JQ_STARTS, starts)}`, loader: 'js' };
    });
  },
};

const OPTIONS = {
  write: false,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  minify: true,
  // A single executable with a code cache has no import(): loading later is require() there.
  supported: { 'dynamic-import': false },
  // pg looks for its native client, and goes without.
  external: ['pg-native'],
  // Its CommonJS requires files by a name that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  plugins: [replaceModules, jqWithAsset],
  absWorkingDir: ROOT,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;
