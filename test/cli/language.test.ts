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
  expect(english.stderr).toContain('list.csv: 3 addresses, ');
  expect(english.report).toContain('<html lang="en">');
  expect(japanese.stderr).toContain('list.csv：アドレス 3 件');
  expect(japanese.report).toContain('<html lang="ja">');
  expect(japanese.csv).toBe(english.csv);
  expect(japanese.exitCode).toBe(english.exitCode);
});

/** Each in this order, in a home of its own for each language. */
const READ_BY_PROGRAMS = [
  'verify ada@sandbox.test undeliverable@sandbox.test',
  'verify ada@sandbox.test undeliverable@sandbox.test --format json',
  'verify ada@sandbox.test undeliverable@sandbox.test --format jsonl',
  'verify ada@sandbox.test undeliverable@sandbox.test --format csv',
  'verify --explain undeliverable@sandbox.test --json',
  'clean list.csv --dry-run',
  'clean list.csv --dry-run --json',
  'batch submit list.csv --wait -o - --progress json',
  'batch submit list.csv --json',
  'batch submit list.csv --again --wait -o x.csv --fail-on undeliverable --progress json',
  'batch list',
  'batch list --format csv',
  'batch watch job_x --json',
  'jobs list',
  'jobs list --json',
  'history --json',
  'due list.csv',
  'due list.csv --json',
  'diff older.csv x.csv --json',
  'diff older.csv x.csv',
  'import older.csv --json',
  'learn bounce.eml --json',
  'accuracy',
  'accuracy --json',
  'plan list.csv',
  'plan list.csv --json',
  'whoami',
  'whoami --json',
  'clean nothing.csv --json',
  'verify a@b.test --base-url https://mail.example.com --json',
];

/** What commands print in pipes, and on stderr where that is JSON; without times and identifiers. */
async function readByPrograms(LANG: string) {
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  writeFileSync(join(home.path, 'older.csv'), 'email,verdict\nada@sandbox.test,risky\n');
  writeFileSync(join(home.path, 'bounce.eml'), 'From: a@b.test\r\nSubject: x\r\n\r\nhello\r\n');
  const printed: Record<string, object> = {};
  for (const line of READ_BY_PROGRAMS) {
    const run = await runCli(line.split(' '), { home: home.path, env: { LANG } });
    const { stdout, stderr, exitCode } = run;
    const objects = stderr.split('\n').filter((text) => text.startsWith('{'));
    const text = [stdout, ...objects].join('\n').replaceAll(home.path, 'HOME');
    printed[line] = { text: withoutTimes(text), exitCode };
  }
  return printed;
}

function withoutTimes(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'TIME')
    .replace(/(?:job|batch)_[\w-]+/g, 'ID')
    .replace(/\b[\w-]{20,}\b/g, 'ID')
    .replace(/"(?:after|elapsedMs|rate|leftMs)": ?[\d.null]+/g, 'TIME');
}

it('what programs read is the same in every language, byte for byte', async () => {
  const english = await readByPrograms('C');
  for (const LANG of ['de_DE.UTF-8', 'ja_JP.UTF-8', 'en_XA.UTF-8']) {
    expect(await readByPrograms(LANG)).toEqual(english);
  }
});

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

it.each([
  ['de_DE.UTF-8', 'j', 'löschen? [j/N]', 'gelöscht'],
  ['de_DE.UTF-8', 'y', 'löschen? [j/N]', 'gelöscht'],
  ['ja_JP.UTF-8', 'はい', '消去しますか？ ［y/N］', '消去しました'],
  ['C', 'j', 'results? [y/N]', 'Nothing was erased'],
])('under %s a question takes %s', async (LANG, answer, question, end) => {
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  await runCli(['clean', 'list.csv'], { home: home.path });
  const { stderr } = await runCli(['jobs', 'forget', '--all'], {
    home: home.path,
    env: { LANG },
    terminal: ['stdin', 'stdout', 'stderr'],
    typed: [answer],
  });
  expect(stderr).toContain(question);
  expect(stderr).toContain(end);
});
