import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import { toAscii } from './ascii.ts';
import { browserTexts } from './browser-texts.ts';
import { buildName, versionModule } from './build-name.ts';
import { chunkToScript } from './chunk-to-script.js';
import { chunksByUse } from './chunks-by-use.js';
import { domainListTexts } from './domain-lists.ts';

/** Packages that most starts load. The others are read as they are installed. */
const BUNDLED = [
  ...['@hono/node-server', '@leichtgewicht/ip-codec', 'commander', 'csv-parse', 'csv-stringify'],
  ...['dns-packet', 'hono', 'ipaddr.js', 'jsonc-parser', 'kysely', 'tldts-icann', 'zod'],
  ...['prom-client', '@opentelemetry/api', 'tdigest', 'bintrees', '@fastify/busboy'],
];

/** Packages that the build only takes names from. */
const NAME_LISTS = ['disposable-email-domains-js', 'mailchecker', 'email-providers'];

/**
 * Modules by those that stand in for them: they look for files that lie beside the chunks. The library
 * does without, since a program that bundles it has no such files.
 */
const STAND_INS = { 'src/address/disposable-lists.ts': 'scripts/in-dist/disposable-lists.ts' };

const BUILT_IN = /^import ({[^}]*}|\w+) from "(node:[^"]+)";$/gm;

/** Imports for effects that these modules don't have: the helpers of Rolldown, and Node's modules. */
const WITHOUT_EFFECT = /^import "(?:node:|[^"]*\/rolldown-runtime)[^"]*";\n/gm;

/**
 * An import statement reads each property of a module of Node's: some of those of `node:fs` and `node:crypto` load
 * further modules, for 3 ms of each start.
 */
const takeBuiltIns = {
  name: 'take built-in modules as they are',
  renderChunk: (code) =>
    code.replace(WITHOUT_EFFECT, '').replace(BUILT_IN, (_, names, module) => {
      const wanted = names.replaceAll(' as ', ': ');
      return `const ${wanted} = globalThis.process.getBuiltinModule("${module}");`;
    }),
};

/** The programs of `dist/`, which share no chunk. That of a thread lies beside the chunk that starts it. */
const PROGRAMS = [
  {
    input: { main: 'src/main.ts' },
    plugins: [takeBuiltIns],
    isProgram: true,
    // Chunks may import from the entry what it loads anyway.
    preserveEntrySignatures: 'allow-extension',
    chunks: chunksByUse,
    standIns: STAND_INS,
  },
  {
    input: {
      'library/client': 'src/library/client.ts',
      'library/verifier': 'src/library/verifier.ts',
      'library/policy': 'src/library/policy.ts',
    },
  },
  {
    input: { 'chunks/list-thread': 'src/lists/thread/list-thread.ts' },
    chunks: () => false,
    standIns: STAND_INS,
  },
  { input: { 'chunks/jq-thread': 'src/cli/json/jq-thread.ts' }, chunks: () => false },
];

/** Writes the programs of `root` into `folder` as few files, unminified: stack traces stay readable. */
export async function bundle(root, folder) {
  const written = [];
  for (const {
    chunks = () => true,
    standIns = {},
    plugins = [],
    isProgram,
    ...program
  } of PROGRAMS) {
    const { output } = await build({
      ...program,
      cwd: root,
      platform: 'node',
      // Its CommonJS requires files by a name that no bundler sees.
      resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
      transform: { target: 'node22' },
      plugins: [
        leaveOtherPackages,
        writeVersion(root),
        writeBrowserTexts(root),
        parseTranslations,
        replaceModules(root, standIns),
        ...plugins,
      ],
      onLog: rejectWarnings,
      write: false,
      output: {
        entryFileNames: `[name].${isProgram ? 'mjs' : 'js'}`,
        // For each .js file that it loads, Node looks for a package.json that says what it is.
        chunkFileNames: 'chunks/[name]-[hash].mjs',
        codeSplitting: chunks(root),
        comments: false,
      },
    });
    for (const { fileName, code } of output) writeText(join(folder, fileName), code);
    if (isProgram) writeScripts(root, folder, output);
    written.push(...output);
  }
  for (const name of BESIDE_FILES) rejectMisplaced(written, join(root, name));
  writeNames(join(folder, 'chunks'));
  writeFileSync(join(folder, 'third-party-licenses.txt'), licences(root));
}

/** The chunks once more, as scripts. The launcher reads the comment: it names the code, and the version. */
function writeScripts(root, folder, chunks) {
  const head = `/* ${hashOf(chunks)} ${buildName(root)} */ `;
  for (const chunk of chunks) {
    const name = chunk.fileName.replace(/mjs$/, 'js');
    writeText(join(folder, name), `${chunk.isEntry ? head : ''}${chunkToScript(chunk)}`);
  }
}

/** Names a build, to tell caches of its code apart. */
function hashOf(output) {
  const hash = createHash('sha256');
  for (const { code } of output) hash.update(code);
  return hash.digest('hex').slice(0, 16);
}

/** Node makes a string of ASCII without decoding it. */
function writeText(file, code) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, toAscii(code));
}

const leaveOtherPackages = {
  name: 'leave other packages out',
  resolveId(id, _importer, { isEntry }) {
    if (isEntry || !/^[^./]/.test(id)) return null;
    const isBundled = BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));
    return isBundled ? null : { id, external: true };
  },
};

/** The version as it is now, instead of a file to be read at each start. */
function writeVersion(root) {
  const code = versionModule(root);
  const place = join(root, 'src', 'lib', 'version.ts');
  return { name: 'write the version', load: (id) => (id === place ? code : null) };
}

/** Scripts and styles for browsers, bundled. */
function writeBrowserTexts(root) {
  return { name: 'write texts for browsers', load: (id) => browserTexts(root, id) };
}

/** One string each, which is parsed faster than an object literal; the bundler would write every text twice. */
const parseTranslations = {
  name: 'parse translations',
  load(id) {
    if (!id.endsWith('.json')) return null;
    const json = JSON.stringify(JSON.parse(readFileSync(id, 'utf8')));
    const quoted = json.replace(/[\\']/g, '\\$&');
    return { code: `export default JSON.parse('${quoted}');`, moduleType: 'js' };
  },
};

function replaceModules(root, standIns) {
  const places = new Map(
    Object.entries(standIns).map(([file, standIn]) => [join(root, file), join(root, standIn)]),
  );
  return {
    name: 'replace modules',
    resolveId: (id, importer) =>
      importer && id.startsWith('.') ? places.get(join(dirname(importer), id)) : null,
  };
}

/** Some modules are imported statically by one and dynamically by another, which then gains nothing. */
function rejectWarnings(level, { code, message }) {
  if (level === 'warn' && code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message);
}

function writeNames(folder) {
  for (const [file, text] of Object.entries(domainListTexts())) {
    writeFileSync(join(folder, file), text);
  }
}

/** Modules that look for a file beside themselves must be among the chunks. */
const BESIDE_FILES = [
  ...Object.values(STAND_INS),
  'src/lists/thread/thread-program.ts',
  'src/cli/json/start-jq-thread.ts',
];

function rejectMisplaced(written, id) {
  const places = written.filter(({ moduleIds }) => moduleIds.includes(id));
  if (places.length === 0) throw new Error(`${id} is in no program`);
  for (const { fileName } of places) {
    if (!fileName.startsWith('chunks/'))
      throw new Error(`${id} is in ${fileName}: it would not find its files`);
  }
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
