/** What `npm pack` gives, in a project of its own: no file of this repository is in reach. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build as bundle } from 'esbuild';
import { publint } from 'publint';
import { afterAll, expect, it } from 'vitest';
import { startStandIn } from '../support/stand-in.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
/** Without what would have programs print colours into a pipe. */
const { FORCE_COLOR: _, ...plain } = process.env;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = `${ROOT}node_modules/typescript/bin/tsc`;

const folder = temporaryFolder();
const project = folder.path('project');
const installed = `${project}/node_modules/mailvet`;
const tarball = install();
const packed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');

afterAll(() => folder.dispose());

/** Packs, unpacks, and links the dependencies, which an installation would bring. Returns the tarball. */
function install(): string {
  mkdirSync(installed, { recursive: true });
  const to = ['--ignore-scripts', '--loglevel=error', '--pack-destination', folder.path('.')];
  const name = execFileSync('npm', ['pack', ...to], { cwd: ROOT, encoding: 'utf8' }).trim();
  const path = folder.path(name);
  execFileSync('tar', ['-xzf', path, '-C', installed, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(`${installed}/package.json`, 'utf8'));
  for (const one of Object.keys(dependencies)) {
    const link = `${project}/node_modules/${one}`;
    mkdirSync(link.slice(0, link.lastIndexOf('/')), { recursive: true });
    symlinkSync(`${ROOT}node_modules/${one}`, link);
  }
  writeFileSync(`${project}/package.json`, '{ "type": "module", "private": true }');
  cpSync(`${installed}/docs/examples`, `${project}/examples`, { recursive: true });
  return path;
}

/** What a program of the project prints. */
async function evaluate(code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: project,
    env: plain,
  });
  return stdout.trim();
}

async function runExample(name: string, env: Readonly<Record<string, string>> = {}) {
  const { stdout } = await run(process.execPath, [`examples/${name}.ts`], { cwd: project, env });
  return stdout.trim().split('\n');
}

it('exports what the documentation names, and no more', async () => {
  const names = 'import * as all from "NAME"; console.log(Object.keys(all).join(" "))';
  expect(await evaluate(names.replace('NAME', 'mailvet'))).toBe(
    'MailvetError createClient isMailvetError judge',
  );
  expect(await evaluate(names.replace('NAME', 'mailvet/verifier'))).toBe(
    'MailvetError classifyReply createVerifier isMailvetError',
  );
  expect(await evaluate(names.replace('NAME', 'mailvet/policy'))).toBe(
    'MailvetError isMailvetError parsePolicy',
  );
});

it.each([
  'mailvet/dist/main.js',
  'mailvet/package.json',
  'mailvet/library/client',
  'mailvet/client',
])('refuses to import %s', async (name) => {
  const code = `await import('${name}').catch((error) => console.log(error.code))`;
  expect(await evaluate(code)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

it('can be required by a CommonJS program', async () => {
  writeFileSync(`${project}/old.cjs`, 'console.log(typeof require("mailvet").createClient)');
  const { stdout } = await run(process.execPath, ['old.cjs'], { cwd: project });
  expect(stdout).toBe('function\n');
});

it('loads neither a server nor an HTTP client before the first call', async () => {
  const code = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({
      load: (url, context, next) => {
        const loaded = next(url, context);
        seen.push(url + '\\n' + loaded.source);
        return loaded;
      },
    });
    const { createClient } = await import('mailvet');
    createClient({ baseUrl: 'https://mail.test', apiKey: 'k' });
    // The bundle names each module before its code.
    const modules = seen.join('\\n').match(/(?<=^\\/\\/ )(?:src|node_modules)\\/.*/gm);
    const heavy = /node_modules.(?:undici|@?hono|kysely)|^src.(?:serve|store|verifier|cli|jobs)[./]/;
    console.log([...seen, ...modules].filter((name) => heavy.test(name)).length, modules.length > 3);
  `;
  expect(await evaluate(code)).toBe('0 true');
});

it('can be bundled with a program', async () => {
  const stdin = {
    contents: `
      import { createVerifier } from 'mailvet/verifier';
      const verifier = await createVerifier({ hostname: 'verify.example', resolvers: ['127.0.0.1:9'] });
      console.log((await verifier.verify('ann@mailinator.com')).temporary);
      await verifier.close();`,
    resolveDir: project,
  };
  const { outputFiles } = await bundle({
    stdin,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // What bundled CommonJS packages ask for Node's modules by.
    banner: {
      js: `import { createRequire as from } from 'node:module'; const require = from(import.meta.url);`,
    },
    write: false,
  });
  const [program] = outputFiles;
  writeFileSync(`${project}/bundled.mjs`, program?.contents ?? '');
  const { stdout } = await run(process.execPath, ['bundled.mjs'], { cwd: project, env: plain });
  expect(stdout).toBe('true\n');
});

it('keeps its program', async () => {
  const { stdout } = await run(process.execPath, [`${installed}/bin/mailvet.js`, '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
});

it('has a man page, in the form that npm links: a list', () => {
  const { man } = JSON.parse(readFileSync(`${installed}/package.json`, 'utf8'));
  expect(man).toEqual(['./dist/mailvet.1']);
  expect(packed).toContain('package/dist/mailvet.1');
});

it('has the declarations of the public types alone', () => {
  const declarations = packed.filter((name) => name.endsWith('.d.ts'));
  expect(declarations.sort()).toEqual([
    'package/dist/lib/errors.d.ts',
    'package/dist/library/client-api.d.ts',
    'package/dist/library/client.d.ts',
    'package/dist/library/policy-api.d.ts',
    'package/dist/library/policy.d.ts',
    'package/dist/library/verifier-api.d.ts',
    'package/dist/library/verifier.d.ts',
  ]);
});

const STRICT = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

async function compile(name: string, compilerOptions: object, files: readonly string[]) {
  const config = `${project}/${name}.json`;
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { ...STRICT, ...compilerOptions }, files }),
  );
  const ran = run(process.execPath, [TSC, '--pretty', 'false', '-p', config], { cwd: project });
  return ran.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

const EXAMPLES = ['verify', 'batch', 'verifier', 'classify-reply', 'policy'];

it('has examples that compile under strict settings', async () => {
  const types = { types: ['node'], typeRoots: [`${ROOT}node_modules/@types`] };
  expect(
    await compile(
      'examples',
      types,
      EXAMPLES.map((name) => `examples/${name}.ts`),
    ),
  ).toBe('');
});

const RESOLUTIONS = [
  ['in Node', {}],
  ['in a bundler', { module: 'esnext', moduleResolution: 'bundler' }],
] as const;

it.each(RESOLUTIONS)(
  'has declarations that need no others %s, and find a wrong type',
  async (name, options) => {
    const head = `import { createClient, type Client } from 'mailvet';
import { createVerifier, type Finding } from 'mailvet/verifier';\n`;
    const right = `export const client: Client = createClient({ baseUrl: 'https://a.b', apiKey: 'k' });
export const found: Promise<Finding> = createVerifier().verify('a@b.de');\n`;
    writeFileSync(`${project}/right.ts`, head + right);
    writeFileSync(
      `${project}/wrong.ts`,
      `${head + right}createClient({ baseUrl: 1, apiKey: 'k' });\n`,
    );
    const settings = { types: [], ...options };
    expect(await compile(`right ${name}`, settings, ['right.ts'])).toBe('');
    expect(await compile(`wrong ${name}`, settings, ['wrong.ts'])).toContain('wrong.ts(5,16)');
  },
);

it('has examples that work with a service', async () => {
  await using service = await startStandIn();
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
  expect(await runExample('verify', env)).toEqual(['ann@sandbox.test deliverable accepted 95']);
  expect((await runExample('batch', env)).sort()).toEqual([
    'ann@sandbox.test deliverable',
    'undeliverable@sandbox.test undeliverable',
  ]);
});

it('has examples that work without one', async () => {
  expect(await runExample('verifier')).toEqual([
    'ann@sandbox.test deliverable accepted 100',
    'full@sandbox.test undeliverable full 20',
    'no address undeliverable syntax 0',
  ]);
  expect(await runExample('classify-reply')).toEqual([
    '550 5.1.1 no_mailbox',
    '550-5.7.1 blocked',
    '452 4.2.2 full',
  ]);
  expect(await runExample('policy')).toEqual(['deliverable (role), by the rule of line 4']);
});

it('is a package that publint finds no fault with', async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true });
  expect(messages).toEqual([]);
});

it('is a package whose types are right, in everything that knows ES modules', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  // Before Node 16 there were no "exports"; require() of an ES module works since Node 22.12 (above).
  const old = new Set<string>(['node10', 'node16-cjs']);
  const problems = analysis.types ? analysis.problems : ['no types'];
  expect(
    problems.filter(
      (one) =>
        typeof one === 'string' || !('resolutionKind' in one) || !old.has(one.resolutionKind),
    ),
  ).toEqual([]);
});
