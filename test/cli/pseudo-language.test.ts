/** Commands of every day in the pseudo-language: what a person reads is in brackets, but for data. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli, temporaryHome } from '../support/run-cli.ts';

const LIST = [
  'name,E-mail,other',
  'Ada,ada@sandbox.test,x',
  'Cy,undeliverable@sandbox.test,y',
  'Dan,catchall@sandbox.test',
  'Eve,eve@@x,z',
  'Two,ann@sandbox.test bob@sandbox.test,z',
  ',,',
  'Again,ada@sandbox.test,x',
].join('\n');

const FILES: Readonly<Record<string, string>> = {
  'list.csv': LIST,
  'other.csv': LIST.replace('Ada', 'Ann'),
  'older.csv': 'email,verdict,reason\nada@sandbox.test,undeliverable,mailbox\n',
  'two.csv': 'a,b\nann@sandbox.test,bob@sandbox.test\n',
  'no.csv': 'a,b\n1,2\n3,4\n',
  'empty.csv': '',
  'bounce.eml': 'From: MAILER-DAEMON@x.test\r\nTo: a@b.test\r\nSubject: x\r\n\r\nhello\r\n',
  'damaged.json': '{"a"',
  'faulty.json': '{"rules": [{"if": {"reson": 1}, "verdict": "deliverabel"}]}',
  'mailvet.json': '{"rules": [{"if": {"reason": "role"}, "verdict": "deliverable"}]}',
};

let home: Awaited<ReturnType<typeof temporaryHome>>;
beforeAll(async () => {
  home = await temporaryHome();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(home.path, name), text);
});
afterAll(async () => await home[Symbol.asyncDispose]());

/** In this order: a command goes by what those before it did. */
const COMMANDS = [
  'verify ada@sandbox.test undeliverable@sandbox.test role@sandbox.test',
  'verify --explain catchall@sandbox.test',
  'verify --explain nobody',
  'clean list.csv --dry-run',
  'clean list.csv --no-policy',
  'clean list.csv',
  'clean list.csv other.csv',
  'clean two.csv',
  'batch submit list.csv --again --wait -o again.csv --fail-on undeliverable --min-score 90',
  'batch submit list.csv --sample 2 --again --wait -o sample.csv',
  'batch submit list.csv',
  'batch submit other.csv --again',
  'batch list',
  'batch watch',
  'batch resume',
  'batch cancel job_x',
  'jobs list',
  'history --limit 2',
  'due list.csv',
  'diff older.csv list.verified.csv --fail-on better',
  'import older.csv',
  'learn bounce.eml',
  'accuracy',
  'plan list.csv',
  'policy check',
  'policy explain catchall@sandbox.test',
  'whoami',
  'logout',
  'jobs forget --all',
  'clean no.csv',
  'clean empty.csv',
  'clean nothing.csv',
  'clean list.csv --column nothing',
  'clean list.csv --column other',
  'verify a@b.test --base-url https://mail.example.com',
  'verify a@b.test --base-url http://127.0.0.1:1 --api-key x',
  'verify a@b.test --base-url http://mail.example.com --api-key x',
  'verify ada@sandbox.test --baseline no.csv',
  'verify ada@sandbox.test --baseline no.csv --fail-on undeliverable',
  'verify ada@sandbox.test --baseline damaged.json --fail-on undeliverable',
  'verify ada@sandbox.test --timeout soon',
  'verify ada@sandbox.test --profile nobody',
  'verify ada@sandbox.test --policy faulty.json',
  'policy check --policy faulty.json',
  'config set lang xx',
  'config set colour red',
  'config set riskyRole maybe',
  'config set apiKey k-1234567',
];

it.each(COMMANDS)('mailvet %s', async (line) => {
  const { stdout, stderr } = await runCli(line.split(' '), {
    home: home.path,
    env: { LANG: 'en_XA.UTF-8' },
    terminal: ['stdin', 'stdout', 'stderr'],
    columns: 400,
    typed: ['1'],
  });
  const left = withoutBrackets(withoutControls(`${stdout}\n${stderr}`));
  expect(`${stdout}${stderr}`).toContain('⟦');
  expect(left.split('\n').flatMap(wordsIn)).toEqual([]);
});

const CONFIGS = ['{bad', '[]', '{"lang": "xx"}', '{"apiKey": 3}', '{"profiles": 3}'];

it.each(CONFIGS)('a config file of %s', async (text) => {
  await using other = await temporaryHome();
  const folder = join(other.path, '.config', 'mailvet');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), text);
  const { stderr } = await runCli(['whoami'], {
    home: other.path,
    env: { LANG: 'en_XA.UTF-8' },
    terminal: ['stdout', 'stderr'],
    columns: 400,
  });
  expect(stderr).toContain('⟦');
  // What is no JSON is said by the engine.
  const left = withoutBrackets(withoutControls(stderr)).replace(/.*Expected property name.*/, '');
  expect(left.split('\n').flatMap(wordsIn)).toEqual([]);
});

function withoutControls(text: string): string {
  return text.replace(/\x1b\[[\d;?]*[a-zA-Z]/g, '').replaceAll('\r', '\n');
}

function withoutBrackets(text: string): string {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return less === text ? text : withoutBrackets(less);
}

/** Names, codes and dialogues, which are the same in every language. */
const DATA = [
  /.*\t.*/,
  /^ *\d+\.\d\d s {2}.*|^ {9,}[<>] .*/,
  /"[^"]*"/g,
  /\b(?:csv|utf-8|mailvet|default|sandbox|accepted:|syntax:|DNS)(?![\w])/g,
  /^\d{3} .*|\b(?:2\d\d|5\d\d) \d\.\d\.\d .*/,
  /^ *[\w./-]+:\d+ {2}.*/,
  /\S*[@/.\\_=]\S*/g,
];

/** English words that nobody translated. */
function wordsIn(line: string): readonly string[] {
  const left = DATA.reduce((text, data) => text.replace(data, ''), line);
  return /[a-z]{3,}/.test(left) ? [line] : [];
}
