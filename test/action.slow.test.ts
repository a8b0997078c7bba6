/** action.yml, run step by step as GitHub's runner does, on files of the workspace. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ActionRun, readAction, runAction } from './support/composite-action.ts';
import { eachTest } from './support/each-test.ts';
import { real } from './support/real-looking.ts';
import { freshUser, LAUNCHER } from './support/run-program.ts';
import { startStandIn } from './support/stand-in.ts';

const list = eachTest(workspace);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONTACTS = join(ROOT, 'fixtures', 'contacts.csv');

interface Workspace extends AsyncDisposable {
  readonly path: string;
  write(name: string, text: string): Promise<void>;
  /** With the check `verify`, unless another is named. */
  run(inputs: Readonly<Record<string, string>>): Promise<ActionRun>;
  /** The arguments that mailvet was started with, each ended by NUL. */
  commands(): Promise<string>;
}

/** The built program. */
const REAL = `exec '${process.execPath}' '${LAUNCHER}' "$@"`;
/** A program that does nothing but note its arguments, each behind the other. */
const NOTING = 'true';

/** A workspace with a `mailvet` that notes how it was started. */
async function workspace(start = REAL): Promise<Workspace> {
  const user = await freshUser();
  const bin = join(user.home, '.bin');
  await mkdir(bin);
  const program = join(bin, 'mailvet');
  const notes = join(user.home, '.commands');
  await writeFile(program, `#!/bin/bash\nprintf '%s\\0' "$@" >> '${notes}'\n${start}\n`);
  await chmod(program, 0o755);
  const env = { HOME: user.home, PATH: `${bin}:${process.env.PATH}` };
  return {
    path: user.home,
    write: (name, text) => writeFile(join(user.home, name), text),
    run: async (inputs) =>
      await runAction(
        await readAction(join(ROOT, 'action.yml')),
        { command: program, check: 'verify', ...inputs },
        {
          actionPath: ROOT,
          workspace: user.home,
          env,
        },
      ),
    commands: () => readFile(notes, 'utf8'),
    [Symbol.asyncDispose]: () => user[Symbol.asyncDispose](),
  };
}

const ANN = real('ann.muster', 'firma-muster.de');

describe('the GitHub action, asked for nothing in particular', () => {
  it('scans the repository, and masks what it finds', async () => {
    await list.write('a.txt', `x\n${ANN}\n`);
    const run = await list.run({ check: '', sarif: 's.sarif', junit: 'j.xml' });
    expect(run).toMatchObject({ exitCode: 1, used: [], outputs: { 'exit-code': '1', report: '' } });
    expect(run.log).toContain('::error file=a.txt,line=2,col=1,title=person::a***@firma-muster.de');
    expect(run.log).not.toContain(ANN);
    expect(run.summary).toContain('| a.txt | 2 |');
    expect(existsSync(join(list.path, 's.sarif'))).toBe(true);
    expect(existsSync(join(list.path, 'j.xml'))).toBe(true);
  });

  it('passes a repository without addresses, and paths that are named', async () => {
    await list.write('a.txt', 'ann@example.com');
    await list.write('b.txt', ANN);
    expect(await list.run({ check: '', paths: 'a.txt\n' })).toMatchObject({ exitCode: 0 });
    expect(await list.run({ check: 'scan', paths: 'a.txt\nb.txt' })).toMatchObject({ exitCode: 1 });
  });

  it('counts what is new since a baseline', async () => {
    await list.write('a.txt', ANN);
    const find = { file: 'a.txt', line: 9, column: 1, address: ANN, reason: 'person' };
    await list.write('known.jsonl', JSON.stringify(find));
    const inputs = { check: 'scan', paths: 'a.txt', baseline: 'known.jsonl' };
    expect(await list.run(inputs)).toMatchObject({ exitCode: 0 });
    expect(await list.run({ ...inputs, baseline: 'none.jsonl' })).toMatchObject({ exitCode: 1 });
  });

  it('checks a list as seeds, without a service', async () => {
    await list.write('seed.csv', 'email\nann@example.com\n');
    const service = { 'base-url': 'http://127.0.0.1:1', 'api-key': 'mv_x' };
    expect(await list.run({ check: '', file: 'seed.csv', ...service })).toMatchObject({
      exitCode: 0,
    });
    await list.write('seed.csv', `email\n${ANN}\n`);
    const run = await list.run({ check: '', file: 'seed.csv', ...service });
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain(
      '::error file=seed.csv,line=2,title=not_reserved::a***@firma-muster.de',
    );
  });

  it.for(['', '-o', '$(touch hacked)'])('takes the path %j for a name', async (path) => {
    await using list = await workspace(NOTING);
    await list.run({ check: 'scan', paths: path, diff: path });
    const given = (await list.commands()).split('\0');
    expect(given.slice(given.indexOf('--') + 1, -1)).toEqual(path === '' ? [] : [path]);
    expect(existsSync(join(list.path, 'hacked'))).toBe(false);
  });

  it('refuses another check', async () => {
    const run = await list.run({ check: 'probe' });
    expect(run).toMatchObject({ exitCode: 2, outputs: { 'exit-code': '2' } });
    expect(run.log).toContain("The input 'check' is scan, seeds or verify, not 'probe'");
  });
});

describe('the GitHub action', () => {
  it('passes a good list, with counts, report and summary', async () => {
    await list.write('list.csv', 'email\nann@sandbox.test\nsupport@sandbox.test\n');
    const run = await list.run({ file: 'list.csv' });
    expect(run).toMatchObject({ exitCode: 0, outputs: { deliverable: '1', risky: '1' } });
    expect(run.outputs).toMatchObject({ undeliverable: '0', unknown: '0', 'exit-code': '0' });
    expect(run.summary).toContain('list.csv');
    expect(run.used).toEqual([
      {
        uses: expect.stringMatching(/^actions\/upload-artifact@/),
        with: expect.objectContaining({ path: run.outputs.report, name: 'mailvet-report' }),
      },
    ]);
    expect(await readFile(run.outputs.report ?? '', 'utf8')).toContain('<!doctype html>');
  });

  it('fails a list with dead addresses, annotates their lines, and uploads the report', async () => {
    await copyFile(CONTACTS, join(list.path, 'contacts.csv'));
    const run = await list.run({ file: 'contacts.csv', report: 'report.md', junit: 'junit.xml' });
    expect(run).toMatchObject({ exitCode: 1, outputs: { 'exit-code': '1', report: 'report.md' } });
    expect(run.log).toMatch(/^::error file=contacts\.csv,line=\d+,title=undeliverable/m);
    expect(run.log).not.toMatch(/undeliverable@sandbox/);
    expect(run.used).toHaveLength(1);
    expect(existsSync(join(list.path, 'junit.xml'))).toBe(true);
  });

  it.for([
    [{ 'max-undeliverable': '2' }, 1, 0],
    [{ 'max-undeliverable': '2' }, 3, 1],
    [{ 'max-undeliverable': '2', 'fail-on': 'undeliverable' }, 1, 1],
    [{}, 1, 1],
    [{ 'min-score': '0' }, 1, 1],
    [{ 'fail-on': 'none' }, 1, 0],
    [{ 'fail-on': 'unknown' }, 1, 0],
  ] as const)('with %j and %i dead addresses of 100 ends with %i', async ([inputs, dead, code]) => {
    const living = Array.from({ length: 100 - dead }, (_, at) => `ann${at}`);
    const names = [...['undeliverable', 'full', 'disabled'].slice(0, dead), ...living];
    await list.write('list.csv', `email\n${names.join('@sandbox.test\n')}@sandbox.test\n`);
    const run = await list.run({ file: 'list.csv', ...inputs });
    expect(run.outputs.undeliverable).toBe(String(dead));
    expect(run.exitCode).toBe(code);
  });

  it('fails only for what got worse since a baseline, and writes SARIF for code scanning', async () => {
    await list.write('list.csv', 'email\nundeliverable@sandbox.test\nann@sandbox.test\n');
    const inputs = { file: 'list.csv', baseline: 'last.csv', output: 'last.csv', sarif: 's.sarif' };
    const first = await list.run(inputs);
    expect(first.exitCode).toBe(1);
    expect(first.log).toContain(
      '::notice title=mailvet::There is no last.csv yet: everything counts',
    );
    expect((await list.run(inputs)).exitCode).toBe(0);
    await list.write('list.csv', 'email\nundeliverable@sandbox.test\nfull@sandbox.test\n');
    expect((await list.run(inputs)).exitCode).toBe(1);
    const sarif = JSON.parse(await readFile(join(list.path, 's.sarif'), 'utf8'));
    const states = sarif.runs[0].results.map(
      ({ baselineState }: { readonly baselineState: string }) => baselineState,
    );
    expect(states.toSorted()).toEqual(['new', 'unchanged']);
  });

  it('leaves no address behind, unless the results were asked for', async () => {
    await list.write('list.csv', 'email\nann@sandbox.test\n');
    const { outputs } = await list.run({ file: 'list.csv' });
    expect(outputs.results).toBe('');
    expect(existsSync(join(outputs.report ?? '', '..', 'results.csv'))).toBe(false);
    expect(existsSync(join(outputs.report ?? '', '..', 'state'))).toBe(false);
    const again = await list.run({ file: 'list.csv', output: 'out.csv' });
    expect(again.outputs.results).toBe('out.csv');
    expect(await readFile(join(list.path, 'out.csv'), 'utf8')).toContain('ann@sandbox.test');
  });

  it('names a list that is not there', async () => {
    const run = await list.run({ file: 'missing.csv' });
    expect(run).toMatchObject({ exitCode: 2, used: [], outputs: { 'exit-code': '2', report: '' } });
    expect(run.log).toContain(
      '::error file=missing.csv,title=mailvet::mailvet: missing.csv does not exist',
    );
    expect((await list.run({ file: '' })).exitCode).toBe(2);
  });

  it('only reads the list of a dry run, without a key', async () => {
    await list.write('list.csv', 'email\nann@example.com\n');
    await list.write('none.csv', 'name\nann\n');
    const run = await list.run({
      file: 'list.csv',
      'dry-run': 'true',
      'base-url': 'http://127.0.0.1:9',
    });
    expect(run).toMatchObject({ exitCode: 0, used: [] });
    expect(run.log).toContain('distinct addresses  1');
    const none = await list.run({ file: 'none.csv', 'dry-run': 'true' });
    expect(none.exitCode).toBe(2);
    expect(none.log).toContain('::error file=none.csv');
  });

  it('gives the key to the service, and to no command line', async () => {
    await using service = await startStandIn({ apiKey: 'mv_secret' });
    await list.write('list.csv', 'email\nann@example.com\n');
    const run = await list.run({
      file: 'list.csv',
      'base-url': service.url,
      'api-key': 'mv_secret',
    });
    expect(run.exitCode).toBe(0);
    expect(service.batches).toHaveLength(1);
    expect(await list.commands()).not.toContain('mv_secret');
    expect(run.log).not.toContain('mv_secret');
  });

  it.for([
    '$(touch hacked).csv',
    '`touch hacked`.csv',
    'a"; touch hacked; ".csv',
    "a'; touch hacked; '.csv",
    '--api-key=x.csv',
    '-o hacked.csv',
    'a,b:c%d ümlaut & more.csv',
  ])('takes %j for a name and nothing else', async (name) => {
    await using list = await workspace(NOTING);
    const column = `${name}\nemail`;
    const run = await list.run({ file: name, column, sheet: name, report: name });
    expect(run.exitCode).toBe(0);
    const given = (await list.commands()).split('\0');
    expect(given).toEqual(
      expect.arrayContaining([`--column=${name}`, '--column=email', `--sheet=${name}`]),
    );
    expect(given.slice(given.indexOf('--'))[1]).toBe(name);
    expect(existsSync(join(list.path, 'hacked'))).toBe(false);
  });

  it('keeps line breaks in names out of its outputs and of the commands to the runner', async () => {
    const name = 'a\n::warning::hacked.csv';
    await list.write(name, 'email\nundeliverable@sandbox.test\n');
    const report = 'x\nresults=hacked.md';
    const run = await list.run({ file: name, report });
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { undeliverable: '1', report, results: '' },
    });
    expect(run.log).not.toMatch(/^::warning::/m);
  });

  it('refuses a switch that is neither on nor off', async () => {
    await list.write('list.csv', 'email\nann@sandbox.test\n');
    const run = await list.run({ file: 'list.csv', redact: 'yes' });
    expect(run).toMatchObject({ exitCode: 2, outputs: { 'exit-code': '2' } });
    expect(run.log).toContain("The input 'redact' is true or false, not 'yes'");
  });

  it('pins the actions that it uses, and puts no expression into a script', async () => {
    const { inputs, runs } = await readAction(join(ROOT, 'action.yml'));
    const uses = runs.steps.flatMap((step) => step.uses ?? []);
    expect(uses).toHaveLength(2);
    for (const each of uses) expect(each).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    for (const { run = '' } of runs.steps) expect(run).not.toContain('${{');
    const handedOn = JSON.stringify(runs);
    for (const name of Object.keys(inputs)) expect(handedOn).toContain(`inputs.${name}`);
  });

  it('installs the version asked for, and nothing that is no version', async () => {
    const npm = join(list.path, '.bin', 'npm');
    await writeFile(npm, `#!/bin/bash\nprintf '%s\\n' "$*" > '${list.path}/npm.txt'\n`);
    await chmod(npm, 0o755);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    await list.write('list.csv', 'email\nann@sandbox.test\n');
    const run = await list.run({ file: 'list.csv', command: '' });
    expect(run.used[0]?.uses).toMatch(/^actions\/setup-node@/);
    expect(await readFile(join(list.path, 'npm.txt'), 'utf8')).toContain(`mailvet@${version}\n`);
    expect(run.path).toContain(`mailvet-${version}/bin\n`);
    for (const wrong of ['file:/tmp/evil', '../evil', '1.0.0 && touch hacked']) {
      const refused = await list.run({ file: 'list.csv', command: '', version: wrong });
      expect(refused.exitCode).toBe(2);
    }
  });
});
