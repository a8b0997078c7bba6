/** .pre-commit-hooks.yaml: its entries, started as pre-commit starts them. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eachTest } from './support/each-test.ts';
import { real } from './support/real-looking.ts';
import { type FreshUser, freshUser, LAUNCHER } from './support/run-program.ts';

const user = eachTest(freshUser);

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly args: readonly string[];
  readonly files: string;
}

async function readHook(id: string): Promise<Hook> {
  const path = new URL('../.pre-commit-hooks.yaml', import.meta.url);
  const hooks: Hook[] = parse(await readFile(path, 'utf8'));
  const found = hooks.find((hook) => hook.id === id);
  if (!found) throw new Error(`There is no hook ${id}`);
  return found;
}

/** The words of an entry, as Python's shlex.split makes them of our entries. */
function words(entry: string): string[] {
  return [...entry.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

async function withProgram(user: FreshUser): Promise<string> {
  const bin = join(user.home, 'bin');
  await mkdir(bin, { recursive: true });
  const program = join(bin, 'mailvet');
  await writeFile(program, `#!/bin/bash\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`);
  await chmod(program, 0o755);
  return `${bin}:${process.env.PATH}`;
}

async function runHook(user: FreshUser, { entry, args }: Hook, files: readonly string[]) {
  const [command = '', ...start] = words(entry);
  const env = { ...user.env, PATH: await withProgram(user) };
  const child = spawn(command, [...start, ...args, ...files], { cwd: user.home, env });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await ended, stderr };
}

describe('the pre-commit hooks', () => {
  it('read lists without a service, and name the one that can not be read', async () => {
    await writeFile(join(user.home, 'good list.csv'), 'email\nann@example.com\n');
    await writeFile(join(user.home, '-o.csv'), 'email\nann@example.com\n');
    await writeFile(join(user.home, 'none.csv'), 'name\nann\n');
    await writeFile(
      join(user.home, 'quote.csv'),
      'email,name\nann@example.com,"Ann\nbob@example.com,Bob\n',
    );
    const hook = await readHook('mailvet-readable');
    const { exitCode } = await runHook(user, hook, ['good list.csv', '-o.csv']);
    expect(exitCode).toBe(0);
    const failed = await runHook(user, hook, ['good list.csv', 'quote.csv', 'none.csv']);
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toContain('quote.csv');
  });

  it('find real addresses in any file, and in seed data what is not reserved', async () => {
    const address = real('ann.muster', 'firma-muster.de');
    await writeFile(join(user.home, '-a b.csv'), `email\n${address}\n`);
    await writeFile(join(user.home, 'good.csv'), 'email\nann@example.com\n');
    for (const id of ['mailvet-scan', 'mailvet-seeds']) {
      const hook = await readHook(id);
      expect((await runHook(user, hook, ['good.csv'])).exitCode).toBe(0);
      const failed = await runHook(user, hook, ['good.csv', '-a b.csv']);
      expect(failed.exitCode, failed.stderr).toBe(1);
      expect(failed.stderr).not.toContain(address);
    }
  });

  it('pass a table without addresses with a notice, in any language', async () => {
    await writeFile(join(user.home, 'none.csv'), 'name,amount\nann,3\n');
    await writeFile(join(user.home, 'header.csv'), 'email,name\n');
    const german = { ...user, env: { ...user.env, LANG: 'de_DE.UTF-8' } };
    for (const id of ['mailvet-readable', 'mailvet-verify']) {
      const passed = await runHook(german, await readHook(id), ['none.csv', 'header.csv']);
      expect(passed.exitCode, passed.stderr).toBe(0);
      expect(passed.stderr).toContain('none.csv has no addresses: not checked');
    }
  });

  it('pass with a notice where no service is reached, unless they require one', async () => {
    await writeFile(join(user.home, 'list.csv'), 'email\nann@example.com\n');
    const env = { ...user.env, MAILVET_BASE_URL: 'http://127.0.0.1:1', MAILVET_API_KEY: 'mv_x' };
    const hook = await readHook('mailvet-verify');
    const lenient = { ...hook, args: ['--max-retries=0', '--'] };
    const passed = await runHook({ ...user, env }, lenient, ['list.csv']);
    expect(passed.exitCode, passed.stderr).toBe(0);
    expect(passed.stderr).toContain('list.csv was not verified');
    const strict = { ...hook, args: ['--max-retries=0', '--require-service', '--'] };
    expect((await runHook({ ...user, env }, strict, ['list.csv'])).exitCode).toBe(5);
  });

  it('verify lists, fail on dead addresses, and take flags', async () => {
    await writeFile(join(user.home, 'good.csv'), 'email\nann@sandbox.test\n');
    await writeFile(join(user.home, 'bad.csv'), 'email\nundeliverable@sandbox.test\n');
    const hook = await readHook('mailvet-verify');
    const failed = await runHook(user, hook, ['bad.csv', 'good.csv']);
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toContain('Check failed: 1 undeliverable address');
    expect(failed.stderr).toMatch(/^::error file=bad\.csv,line=2,.*::u\*\*\*@sandbox\.test/m);
    expect(failed.stderr).toContain('good.csv: 1 address');
    await using other = await freshUser();
    await writeFile(join(other.home, 'bad.csv'), 'email\nundeliverable@sandbox.test\n');
    const lenient = { ...hook, args: ['--max-undeliverable=100', '--'] };
    expect((await runHook(other, lenient, ['bad.csv'])).exitCode).toBe(0);
  });

  it('are installed by pre-commit, which reads the name of the tarball from npm pack', async () => {
    const write = (name: string, content: string) => writeFile(join(user.home, name), content);
    await write('.npmrc', await readFile(new URL('../.npmrc', import.meta.url), 'utf8'));
    const scripts = { prepare: 'echo built' };
    await write('package.json', JSON.stringify({ name: 'packed', version: '1.0.0', scripts }));
    const { stdout } = await user.shell('npm pack --loglevel=error');
    expect(stdout).toBe('packed-1.0.0.tgz\n');
  });

  it('are used by the recipe as they are, with the Node that is locked', async () => {
    const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');
    const page = await read('docs/recipes/pre-commit.md');
    const config = parse(/^```yaml\n([^`]+)/m.exec(page)?.[1] ?? '');
    const lock = JSON.parse(await read('package-lock.json'));
    const { version } = lock.packages['node_modules/node'];
    expect(config.default_language_version).toEqual({ node: version });
    await writeFile(join(user.home, 'bad.csv'), 'email\nundeliverable@sandbox.test\n');
    const codes: unknown[] = [];
    for (const { id, args } of config.repos[0].hooks) {
      const hook = await readHook(id);
      codes.push((await runHook(user, { ...hook, args: args ?? hook.args }, ['bad.csv'])).exitCode);
    }
    expect(codes).toEqual([0, 0, 1]);
  });

  it('look at tables alone, by default', async () => {
    for (const id of ['mailvet-readable', 'mailvet-verify']) {
      const pattern = new RegExp((await readHook(id)).files);
      expect(
        ['a.csv', 'b/c.tsv', 'csv.txt', 'a.csv.bak'].filter((name) => pattern.test(name)),
      ).toEqual(['a.csv', 'b/c.tsv']);
    }
  });
});
