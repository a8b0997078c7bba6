/**
 * Writes `mailvet-client` to out/client: of dist/ what `import 'mailvet'` reaches, with a package.json that names
 * what it needs. `npm pack ./out/client` makes the tarball. Needs dist/ (npm run build).
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const TARGET = join(ROOT, 'out', 'client');

/** An import at the beginning of a line, so that comments don't count, or as a call. */
const IMPORTED = /^(?:import|export|\})[^'"\n]*["']([^"'\n]+)["']|\bimport\("([^"\n]+)"\)/gm;

interface Reached {
  /** Paths relative to dist/. */
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** What a file of dist/ imports, statically or not, and what that imports. */
function reach(...entries: string[]): Reached {
  const files = new Set(entries);
  const packages = new Set<string>();
  // A set may grow during its iteration.
  for (const file of files) {
    const text = readFileSync(join(DIST, file), 'utf8');
    for (const [, first, second] of text.matchAll(IMPORTED)) {
      const id = first ?? second ?? '';
      if (id.startsWith('.')) files.add(declarationOf(join(dirname(file), id), file));
      else if (!id.startsWith('node:') && !builtinModules.includes(id)) packages.add(id);
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/** Declarations import each other by the names of their code. */
function declarationOf(path: string, from: string): string {
  return from.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path;
}

const code = reach('library/client.js');
const types = reach('library/client.d.ts');
const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const versionOf = (name: string) => {
  const version = own.dependencies[name];
  if (version === undefined) throw new Error(`The client imports ${name}, which is no dependency`);
  return [name, version];
};

const manifest = {
  name: 'mailvet-client',
  version: own.version,
  description: 'Client of a mailvet service: verify e-mail addresses, one at a time or in batches',
  license: own.license,
  // Which the release names.
  ...(own.repository && {
    repository: own.repository,
    bugs: own.bugs,
    homepage: own.homepage,
  }),
  type: 'module',
  exports: {
    '.': { types: './library/client.d.ts', default: './library/client.js' },
  },
  engines: own.engines,
  keywords: ['email', 'verification', 'client'],
  dependencies: Object.fromEntries(code.packages.map(versionOf)),
};

rmSync(TARGET, { recursive: true, force: true });
for (const file of [...code.files, ...types.files]) {
  mkdirSync(dirname(join(TARGET, file)), { recursive: true });
  cpSync(join(DIST, file), join(TARGET, file));
}
writeFileSync(join(TARGET, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
cpSync(join(ROOT, 'LICENSE'), join(TARGET, 'LICENSE'));
cpSync(join(ROOT, 'deploy', 'client', 'README.md'), join(TARGET, 'README.md'));
