/** The language of who reads: what machines read is the same in every one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, temporaryHome } from '../support/run-cli.ts';

const LIST =
  'name,email\nAda,ada@sandbox.test\nCy,undeliverable@sandbox.test\nDan,catchall@sandbox.test\n';

async function cleaned(line: string, env: Record<string, string>) {
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const done = await runCli(['clean', 'list.csv', ...line.split(' ')], { home: home.path, env });
  const read = (name: string) => readFileSync(join(home.path, name), 'utf8');
  return { ...done, csv: read('list.verified.csv'), report: read('r.html') };
}

it('a locale chooses the language of summary and report, and changes nothing else', async () => {
  const english = await cleaned('--report r.html', { LANG: 'C' });
  const japanese = await cleaned('--report r.html', { LANG: 'ja_JP.UTF-8' });
  expect(english.stderr).toContain('list.csv: 3 addresses in 3 rows');
  expect(english.report).toContain('<html lang="en">');
  expect(japanese.stderr).toContain('list.csv：アドレス 3 件（3 行）');
  expect(japanese.report).toContain('<html lang="ja">');
  expect(japanese.csv).toBe(english.csv);
  expect(japanese.exitCode).toBe(english.exitCode);
});

it.each(['json', 'jsonl', 'csv'])(
  'results as %s are the same under LANG=ja_JP.UTF-8',
  async (format) => {
    const printed = await Promise.all(
      ['C', 'ja_JP.UTF-8'].map(async (LANG) => {
        await using home = await temporaryHome();
        const line = [
          'verify',
          'ada@sandbox.test',
          'undeliverable@sandbox.test',
          '--format',
          format,
        ];
        const { stdout, exitCode } = await runCli(line, { home: home.path, env: { LANG } });
        return { stdout: stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'), exitCode };
      }),
    );
    expect(printed[1]).toEqual(printed[0]);
  },
);

it('the flag goes before the variable, the variable before the locale', async () => {
  const env = { LANG: 'ja_JP.UTF-8', MAILVET_LANG: 'fr' };
  expect((await cleaned('--report r.html', env)).report).toContain('<html lang="fr">');
  expect((await cleaned('--report r.html --lang de', env)).report).toContain('<html lang="de">');
});

it('a language that is not there is refused before anything is sent', async () => {
  await using home = await temporaryHome();
  const { stderr, exitCode } = await runCli(['verify', 'a@sandbox.test', '--lang', 'nl'], {
    home: home.path,
  });
  expect(stderr).toContain("--lang needs en, de, fr, es, it, pt or ja, not 'nl'");
  expect(exitCode).toBe(2);
});
