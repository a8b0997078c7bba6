/** The terminal speaks English, whatever the locale is; a report the language that is asked for. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { runCli, temporaryHome } from '../support/run-cli.ts';

const home = eachTest(temporaryHome);

const LIST =
  'name,email\nAda,ada@sandbox.test\nCy,undeliverable@sandbox.test\nDan,catchall@sandbox.test\n';

async function cleaned(line: string, env: Record<string, string>) {
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const args = ['clean', 'list.csv', '--report', 'r.html', ...line.split(' ').filter(Boolean)];
  const done = await runCli(args, { home: home.path, env });
  const read = (name: string) => readFileSync(join(home.path, name), 'utf8');
  return { ...done, csv: read('list.verified.csv'), report: read('r.html') };
}

it('the locale changes nothing that a command prints or writes', async () => {
  const plain = await cleaned('', {});
  const german = await cleaned('', { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' });
  expect(german.stderr).toContain('list.csv: 3 addresses');
  expect(german.report).toContain('<html lang="en">');
  expect([german.csv, german.exitCode]).toEqual([plain.csv, plain.exitCode]);
});

it('--lang is of the report alone, and goes before its variable', async () => {
  const french = await cleaned('', { MAILVET_LANG: 'fr' });
  expect(french.report).toContain('<html lang="fr">');
  expect(french.stderr).toContain('list.csv: 3 addresses');
  const german = await cleaned('--lang de', { MAILVET_LANG: 'fr' });
  expect(german.report).toContain('<html lang="de">');
});

it('batch resume remembers the language of the report', async () => {
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const run = (line: string) => runCli(line.split(' '), { home: home.path, env: {} });
  await run('batch submit list.csv --report r.html --lang ja -o out.csv');
  rmSync(join(home.path, 'r.html'));
  const [job] = JSON.parse((await run('jobs list --json')).stdout);
  await run(`batch resume ${job.id} --force`);
  expect(readFileSync(join(home.path, 'r.html'), 'utf8')).toContain('<html lang="ja">');
});

it('a language that is not there is refused before anything is sent', async () => {
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const { stderr, exitCode } = await runCli(['clean', 'list.csv', '--lang', 'nl'], {
    home: home.path,
  });
  expect(stderr).toContain("Unknown language 'nl'");
  expect(exitCode).toBe(2);
});

it.each(['j', 'n', ''])('a question takes y and yes alone, not %j', async (answer) => {
  writeFileSync(join(home.path, 'list.csv'), LIST);
  await runCli(['clean', 'list.csv'], { home: home.path });
  const { stderr } = await runCli(['jobs', 'forget', '--all'], {
    home: home.path,
    env: { LANG: 'de_DE.UTF-8' },
    terminal: ['stdin', 'stdout', 'stderr'],
    typed: [answer],
  });
  expect(stderr).toContain('results? [y/N]');
  expect(stderr).toContain('Nothing was erased');
});
