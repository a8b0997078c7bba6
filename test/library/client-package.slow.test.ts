/** `mailvet-client` as a program's dependency: packed, and installed without a network into an empty folder. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, expect, it } from 'vitest';
import { startStandIn } from '../support/stand-in.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = `${ROOT}out/client`;

const folder = temporaryFolder();
const project = folder.path('project');
const tarball = install();

afterAll(() => folder.dispose());

function pack(path: string): string {
  const to = ['--ignore-scripts', '--loglevel=error', '--pack-destination', folder.path('.')];
  return folder.path(execFileSync('npm', ['pack', path, ...to], { encoding: 'utf8' }).trim());
}

/** Returns the tarball of the client. Its dependencies come from this checkout: there is no network. */
function install(): string {
  execFileSync(process.execPath, [`${ROOT}scripts/client-package.ts`]);
  const { dependencies } = JSON.parse(readFileSync(`${CLIENT}/package.json`, 'utf8'));
  const packed = [
    CLIENT,
    ...Object.keys(dependencies).map((name) => `${ROOT}node_modules/${name}`),
  ];
  const tarballs = packed.map(pack);
  mkdirSync(project);
  writeFileSync(`${project}/package.json`, '{ "type": "module", "private": true }');
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: project });
  return tarballs[0] ?? '';
}

async function evaluate(code: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: project,
    env,
  });
  return stdout.trim();
}

it('brings at most three packages, of 169 that the program needs', () => {
  const packages = readdirSync(`${project}/node_modules`).filter((name) => !name.startsWith('.'));
  expect(packages).toEqual(['mailvet-client', 'undici']);
  const { packages: locked } = JSON.parse(readFileSync(`${project}/package-lock.json`, 'utf8'));
  expect(Object.keys(locked).filter((path) => path !== '').length).toBeLessThanOrEqual(3);
});

it('exports what mailvet does', async () => {
  const names = 'import * as all from "mailvet-client"; console.log(Object.keys(all).join(" "))';
  expect(await evaluate(names)).toBe('MailvetError createClient isMailvetError judge');
});

it('loads no other package when it is imported', async () => {
  const code = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    const { createClient } = await import('mailvet-client');
    createClient({ baseUrl: 'https://mail.test', apiKey: 'k' });
    console.log(seen.filter((url) => url.includes('undici')).length, seen.length > 1);`;
  expect(await evaluate(code)).toBe('0 true');
});

it('verifies with a service, and judges', async () => {
  await using service = await startStandIn();
  const code = `
    import { createClient, judge } from 'mailvet-client';
    const { URL, KEY } = process.env;
    const client = createClient({ baseUrl: URL, apiKey: KEY });
    console.log(judge(await client.verify('undeliverable@sandbox.test')).verdict);`;
  expect(await evaluate(code, { URL: service.url, KEY: service.apiKey })).toBe('undeliverable');
});

it('can be required by a CommonJS program', async () => {
  writeFileSync(`${project}/old.cjs`, 'console.log(typeof require("mailvet-client").createClient)');
  const { stdout } = await run(process.execPath, ['old.cjs'], { cwd: project });
  expect(stdout).toBe('function\n');
});

it('has types that need no others and find a wrong one', async () => {
  const program = (baseUrl: string) =>
    `import { createClient, type Client } from 'mailvet-client';
export const client: Client = createClient({ baseUrl: ${baseUrl}, apiKey: 'k' });\n`;
  writeFileSync(`${project}/right.ts`, program(`'https://a.b'`));
  writeFileSync(`${project}/wrong.ts`, program('1'));
  const flags = '--noEmit --strict --module nodenext --target es2023 --pretty false';
  const compile = (file: string) =>
    run(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, ...flags.split(' '), file], {
      cwd: project,
    }).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string }) => error.stdout,
    );
  expect(await compile('right.ts')).toBe('');
  expect(await compile('wrong.ts')).toContain('wrong.ts(2,');
});

it('is a package that publint and arethetypeswrong find no fault with', async () => {
  const { messages } = await publint({
    pkgDir: `${project}/node_modules/mailvet-client`,
    strict: true,
  });
  expect(messages).toEqual([]);
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
