/**
 * Runs the program in `dist/` by its chunks as scripts (scripts/chunk-to-script.js). V8's cache of the functions that a
 * command calls is kept in the folder for temporary files and given to later runs of that command: without it, a quarter
 * of the processor time of a short run is compilation.
 */
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const MAIN = 'main.js';
/** Before it: a hash of all chunks, and what the build calls itself. */
const BUILD = /^\/\* (\S+) (\S+) \*\//;

// Import statements would load what reads and writes streams as well.
const fs = process.getBuiltinModule('node:fs');
const { Script } = process.getBuiltinModule('node:vm');

/** Runs the command line. Rejects with MODULE_NOT_FOUND where a file of the program is missing. */
export async function runProgram() {
  const source = readChunk(MAIN);
  const [, hash, name] = BUILD.exec(source) ?? [];
  if (isVersionAsked() && printed(name)) return;
  const cache = new CodeCache(hash);
  await createLoader(cache)(MAIN, source).main((command) => cache.write(command));
}

/** Scripts ask for it often. */
function isVersionAsked() {
  const [first, ...others] = process.argv.slice(2);
  return others.length === 0 && ['--version', '-V', '-v'].includes(first);
}

/** False where it can't be written at once: then the program waits until it can. */
function printed(name) {
  try {
    return fs.writeSync(1, `${name}\n`) > 0;
  } catch {
    return false;
  }
}

/** A function from the name of a chunk's file, which is read unless its source is given, to its exports. */
function createLoader(cache) {
  const loaded = new Map();
  const require = createRequire(pathOf(MAIN));
  const take = (name, part) => {
    const module = require(name);
    return part && module[Symbol.toStringTag] === 'Module' ? module[part] : module;
  };
  const load = (name, source) => {
    const known = loaded.get(name);
    if (known) return known;
    const run = cache.compile(name, source ?? readChunk(name)).runInThisContext();
    const exported = run(load, take, importPackage, pathToFileURL(pathOf(name)).href);
    loaded.set(name, exported);
    return exported;
  };
  return load;
}

function importPackage(name) {
  return import(name);
}

function pathOf(name) {
  return join(DIST, name === MAIN ? '' : 'chunks', name);
}

/** The build writes ASCII. */
function readChunk(name) {
  try {
    return fs.readFileSync(pathOf(name), 'latin1');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw Object.assign(new Error(`Cannot find ${pathOf(name)}`), { code: 'MODULE_NOT_FOUND' });
  }
}

/**
 * What V8 had compiled of each chunk at the end of an earlier run of the same command. A file has a line of JSON, the names
 * and lengths of its parts, and the parts. V8 rejects a part that is damaged, or of another version or other flags.
 */
class CodeCache {
  #build;
  #parts = new Map();
  #scripts = new Map();
  /** Each chunk that was loaded was in it. */
  #isComplete = true;
  /** V8 accepts it under the flags of the start. */
  #probe = new Script(PROBE).createCachedData();

  constructor(build) {
    this.#build = build;
    const words = process.argv.slice(2);
    const isHelp = words.includes('--help') || words.includes('-h');
    const command = isHelp ? HELP : (words.find((word) => !word.startsWith('-')) ?? HELP);
    if (COMMAND.test(command) && !NODE_DISABLE_COMPILE_CACHE) this.#read(command);
  }

  compile(name, source) {
    const script = new Script(source, {
      filename: pathOf(name),
      cachedData: this.#parts.get(name),
    });
    // Others are rejected where they are loaded behind a change of flags (src/cli/tune-v8.ts).
    const isRejected = name === MAIN && script.cachedDataRejected;
    if (isRejected || !this.#parts.has(name)) this.#isComplete = false;
    this.#scripts.set(name, script);
    return script;
  }

  /** Keeps what is compiled by now. */
  write(command) {
    if (this.#isComplete || NODE_DISABLE_COMPILE_CACHE) return;
    // Under another name, or V8 would give back the script that it has.
    const again = new Script(PROBE, { filename: 'probe', cachedData: this.#probe });
    if (again.cachedDataRejected) return;
    try {
      if (!makeFolder() || !isOurs(FOLDER)) return;
      for (const [name, script] of this.#scripts) this.#parts.set(name, script.createCachedData());
      const lengths = [...this.#parts].map(([name, { length }]) => [name, length]);
      const file = this.#fileOf(command);
      const unfinished = `${file}.${process.pid}`;
      const head = `${JSON.stringify(lengths)}\n`;
      fs.writeFileSync(unfinished, Buffer.concat([Buffer.from(head), ...this.#parts.values()]));
      fs.renameSync(unfinished, file);
    } catch {
      // A full disk, or no folder for temporary files: the next run compiles again.
    }
  }

  #read(command) {
    try {
      if (!isOurs(FOLDER)) return;
      const content = fs.readFileSync(this.#fileOf(command));
      let at = content.indexOf('\n') + 1;
      for (const [name, length] of JSON.parse(content.toString('latin1', 0, at))) {
        this.#parts.set(name, content.subarray(at, at + length));
        at += length;
      }
    } catch {
      // None was written yet.
    }
  }

  #fileOf(command) {
    return join(FOLDER, `${command}-${this.#build}-${process.version}-${process.arch}`);
  }
}

const PROBE = '0';
const COMMAND = /^[a-z]+$/;
const HELP = 'help';
const { NODE_COMPILE_CACHE = tmpdir(), NODE_DISABLE_COMPILE_CACHE } = process.env;
/** Each user has one: what is read from it is run. */
const FOLDER = join(NODE_COMPILE_CACHE, `mailvet-code-${process.getuid?.() ?? ''}`);

/** Not with its parents: Node would try for ever where one is a broken link. */
function makeFolder() {
  try {
    fs.mkdirSync(FOLDER, { mode: 0o700 });
    return true;
  } catch (error) {
    return error.code === 'EEXIST';
  }
}

/** Whether nobody else can write there. On Windows each user has a folder for temporary files. */
function isOurs(folder) {
  const stats = fs.lstatSync(folder);
  if (!process.getuid) return stats.isDirectory();
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
}
