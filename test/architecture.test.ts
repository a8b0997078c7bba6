/** The modules of src/ and who may import whom, as CONTRIBUTING.md says it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/** Path in src/ → paths in src/ that it imports: values, types and dynamic imports alike. */
const imports = readImports();

function readImports(): Map<string, string[]> {
  const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.filter((name) => name.endsWith('.ts')).map((name) => [name, importsOf(name)]),
  );
}

function importsOf(name: string): string[] {
  const path = join(SRC, name);
  const specifiers = readFileSync(path, 'utf8').matchAll(
    /^[^*\n]*(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gm,
  );
  return [...specifiers].map(([, specifier = '']) => {
    const found = resolve(dirname(path), specifier);
    if (!existsSync(found)) throw new Error(`${name} imports ${specifier}, which is not there`);
    return relative(SRC, found);
  });
}

test('no file imports itself by way of others, type imports counted', () => {
  expect(circles()).toEqual([]);
});

/** Groups of files that all reach each other (Tarjan's strongly connected components). */
function circles(): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}

/** Module → modules that it may import, from the table in CONTRIBUTING.md. */
function readTable(): Map<string, string[]> {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(?:src\/)?([\w.]+?)(?:\/|\.ts)`.*\| ([^|]*) \|$/gm)];
  return new Map(
    rows.map(([, module = '', may = '']) => [
      module,
      may.split(', ').filter((each) => each !== ''),
    ]),
  );
}

const table = readTable();

test('what runs for each address prepares its statements and builds no query', () => {
  const files = [...imports.keys()].filter((file) => file.startsWith('store/sqlite/address-'));
  expect(files).not.toEqual([]);
  const building = files.filter((file) =>
    /from 'kysely'/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  expect(building).toEqual([]);
});

test('CONTRIBUTING.md names every module', () => {
  const modules = new Set([...imports.keys()].map(moduleOf));
  expect([...table.keys()].sort()).toEqual([...modules].sort());
});

test.for([...table])('%s imports only %o', ([module, may]) => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    moduleOf(file) === module
      ? targets
          .filter((target) => ![module, ...may].includes(moduleOf(target)))
          .map((target) => `${file} → ${target}`)
      : [],
  );
  expect(wrong).toEqual([]);
});

function moduleOf(file: string): string {
  return file.split('/')[0]?.replace(/\.ts$/, '') ?? '';
}

/** What `admin` and `listen` do with an open database: loaded once the command is asked for. */
const isAdminAction = (file: string) =>
  /^cli\/commands\/(?:admin\/(?!commands\.ts)|listen\.ts)/.test(file);

/** The files of composition/ that the command line reaches, and from where. */
const DOORS: Readonly<Record<string, RegExp>> = {
  'composition/serve.ts': /^cli\/(?:commands\/serve\/|connect\/embedded\.ts$)/,
  'composition/explain.ts': /^cli\/connect\/embedded\.ts$/,
  'composition/plan.ts': /^cli\/commands\/plan\.ts$/,
  'composition/mail-network.ts': /^cli\/commands\/doctor\/network\.ts$/,
};

test('the command line reaches the service by doors of composition/ alone, but for actions of admin and listen', () => {
  const reaching = [...imports].flatMap(([file, targets]) =>
    moduleOf(file) === 'cli' && !isAdminAction(file)
      ? targets
          .filter((target) => SERVER.includes(moduleOf(target)))
          .map((target) => [file, target])
      : [],
  );
  expect(reaching.length).toBeGreaterThan(0);
  const allowed = reaching.filter(([file = '', target = '']) => DOORS[target]?.test(file));
  expect(reaching).toEqual(allowed);
  const reached = new Set(reaching.map(([, target]) => target));
  expect([...reached].sort()).toEqual(Object.keys(DOORS).sort());
});

const SERVER = ['composition', 'service', 'store', 'worker', 'http', 'dashboard', 'webhooks'];

test('a command loads no server until it asks for one: by dynamic import', () => {
  const loading = [...imports.keys()].filter(
    (file) =>
      moduleOf(file) === 'cli' &&
      !isAdminAction(file) &&
      staticImportsOf(file).some(
        (target) => SERVER.includes(moduleOf(target)) || isAdminAction(target),
      ),
  );
  expect(loading).toEqual([]);
});

test('use cases know the verifier by its types alone', () => {
  const loading = [...imports.keys()].filter(
    (file) =>
      moduleOf(file) === 'service' &&
      staticImportsOf(file).some((target) => moduleOf(target) === 'verifier'),
  );
  expect(loading).toEqual([]);
});

function staticImportsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm);
  return [...found].map(([, specifier = '']) =>
    relative(SRC, resolve(dirname(join(SRC, file)), specifier)),
  );
}

test('pages and reports have one template: lib/html.ts alone wraps the library', () => {
  const users = [...imports.keys()].filter((name) =>
    readFileSync(join(SRC, name), 'utf8').includes("'hono/html'"),
  );
  expect(users).toEqual(['lib/html.ts']);
});

const isOfBrowser = (file: string) => file.startsWith('dashboard/browser/');

test('browser code imports browser code alone, and the service imports its types alone', () => {
  const files = [...imports.keys()].filter(isOfBrowser);
  expect(files.length).toBeGreaterThan(8);
  const leaving = files.filter((file) => !imports.get(file)?.every(isOfBrowser));
  expect(leaving).toEqual([]);
  const entering = [...imports.keys()].filter(
    (file) => !isOfBrowser(file) && staticImportsOf(file).some(isOfBrowser),
  );
  expect(entering).toEqual([]);
});

/** A call on a page's objects, and a rule of a style sheet: in the text of a literal they are code that no tool sees. */
const BROWSER_CODE =
  /\b(?:document|window)\.\w|\baddEventListener\(|[\w\])*]\s*\{\s*[a-z-]+:\s?[^;{}]+;[^{}]*\}/;

test('scripts and styles for browsers are files, not texts in modules', () => {
  const literals = (text: string) => text.match(/`(?:\\.|[^`\\])*`/gs) ?? [];
  expect(literals('f(`.card { margin: 0; }`)').some((each) => BROWSER_CODE.test(each))).toBe(true);
  expect(literals('f(`document.title`)').some((each) => BROWSER_CODE.test(each))).toBe(true);
  const holding = [...imports.keys()].filter((file) =>
    literals(readFileSync(join(SRC, file), 'utf8')).some((each) => BROWSER_CODE.test(each)),
  );
  expect(holding).toEqual([]);
});

test('the interface asks use cases, and the store for its health alone', () => {
  const asking = [...imports.keys()].filter(
    (name) =>
      moduleOf(name) === 'http' &&
      /\bstore\??\.(?!ping\b)/.test(readFileSync(join(SRC, name), 'utf8')),
  );
  expect(asking).toEqual([]);
});

test('the paths of "Where is …" in CONTRIBUTING.md exist', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const table = text.slice(text.indexOf('### Where is'), text.indexOf('## How we write'));
  const paths = [...table.matchAll(/`([\w/-]+(?:\.ts|\/))`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.filter((path) => !existsSync(join(SRC, path)))).toEqual([]);
});

test('each decision has a number of its own, which its title and the index name', () => {
  const folder = join(ROOT, 'docs/adr');
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const [at, name] of names.entries()) {
    const number = numbers[at] ?? 0;
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(new RegExp(`^# ${number}\\. `));
    expect([name, index.includes(`[${number}](${name})`)]).toEqual([name, true]);
  }
});

/** `file name` of every symbol that a file of src, test, bench or scripts imports. */
function readImportedNames(): Set<string> {
  const found = new Set<string>();
  for (const folder of ['src', 'test', 'bench', 'scripts']) {
    const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter((name) => /^(?!.*node_modules).*\.[jt]s$/.test(name)))
      for (const name of importedNames(join(ROOT, folder, path))) found.add(name);
  }
  return found;
}

const STATIC = /^(?:import|export)(?: type)? (?:(\*)[^'{]*|\{([^}]*)\}) from '(\.[^']+)'/gm;
const DYNAMIC = /(?:\{([^{}]*)\} = await )?\bimport\('(\.[^']+)'\)/g;

/** A module that is taken as a whole counts as `file *`. */
function importedNames(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const target = (specifier = '') => relative(SRC, resolve(dirname(path), specifier));
  const names = (file: string, list: string | undefined, separator: RegExp) =>
    (list?.split(',').filter((each) => each.trim() !== '') ?? ['*']).map(
      (each) =>
        `${file} ${each
          .replace(/^\s*type /, '')
          .split(separator)[0]
          ?.trim()}`,
    );
  return [
    ...[...text.matchAll(STATIC)].flatMap(([, , list, specifier]) =>
      names(target(specifier), list, / as /),
    ),
    ...[...text.matchAll(DYNAMIC)].flatMap(([, list, specifier]) =>
      names(target(specifier), list, /:/),
    ),
  ];
}

const EXPORT =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** What commands, service and pages are built on. */
const SHARED = ['address', 'contract', 'formats', 'lib', 'lists', 'settings', 'verifier'];

test('every symbol that a shared module exports is imported somewhere', () => {
  const imported = readImportedNames();
  const unused = [...imports.keys()].flatMap((file) => {
    if (!SHARED.includes(moduleOf(file)) || imported.has(`${file} *`)) return [];
    const exported = readFileSync(join(SRC, file), 'utf8').matchAll(EXPORT);
    return [...exported].map(([, name]) => `${file} ${name}`).filter((name) => !imported.has(name));
  });
  expect(unused).toEqual([]);
});

test('a doc comment stands above what it describes, not above another', () => {
  const doubled = [...imports.keys()].filter((file) =>
    /\*\/\n *\/\*\*/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  expect(doubled).toEqual([]);
});
