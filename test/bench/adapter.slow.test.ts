import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { toSaid } from '../../bench/accuracy/adapter.ts';
import { ask } from '../../bench/accuracy/measure.ts';
import { eachTest } from '../support/each-test.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);

/** A verifier that knows one mailbox and fails for another. */
const KNOWS = `
const check = (email) => {
  if (email.startsWith('error@')) throw new Error('no');
  return { email, found: { ok: email.startsWith('ann@') } };
};`;
const READ = [
  ['found.ok', true, 'deliverable'],
  ['found.ok', false, 'undeliverable'],
];
const EMAILS = ['ann@a.test', "o'hara+x y@a.test", 'error@a.test'];
const ANSWERS = {
  'ann@a.test': 'deliverable',
  "o'hara+x y@a.test": 'undeliverable',
  'error@a.test': 'unknown',
};

async function answersOf(name: string, content: string) {
  const path = folder.path(name);
  await writeFile(path, content);
  const answers: Record<string, string> = {};
  const job = { emails: EMAILS, addressLimit: 60_000 };
  for await (const { email, answer } of ask(path, job)) answers[email] = answer;
  return answers;
}

const adapter = (parts: object) =>
  JSON.stringify({ verifier: 'one', version: '1', read: READ, ...parts });

it('a command says on stdout what it found', async () => {
  const script = `${KNOWS} console.log(JSON.stringify(check(process.argv[1])))`;
  const command = [process.execPath, '-e', script, '{email}'];
  expect(await answersOf('adapter.json', adapter({ command }))).toEqual(ANSWERS);
});

it('an HTTP API is started, and gets the address in its body', async () => {
  const port = await freePort();
  const script = `${KNOWS} require('node:http').createServer(async (request, response) => {
    const { to } = JSON.parse((await request.toArray()).join(''));
    try { response.end(JSON.stringify(check(to))); } catch { response.writeHead(500).end('oops'); }
  }).listen(${port}, '127.0.0.1');`;
  const http = { method: 'POST', url: `http://127.0.0.1:${port}/check`, body: { to: '{email}' } };
  const start = [process.execPath, '-e', script];
  expect(await answersOf('adapter.json', adapter({ http, start }))).toEqual(ANSWERS);
});

it('a running HTTP API gets the address in its URL', async () => {
  await using server = createServer((request, response) => {
    const email = decodeURIComponent(request.url?.slice(1) ?? '');
    if (email.startsWith('error')) response.destroy();
    response.end(JSON.stringify({ found: { ok: email.startsWith('ann@') } }));
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  const http = { url: `http://127.0.0.1:${port}/{email}` };
  expect(await answersOf('adapter.json', adapter({ http }))).toEqual(ANSWERS);
});

it('a library is a module that exports a function', async () => {
  const module = `${KNOWS}
    export const [verifier, version] = ['one', '1'];
    export const verify = async (email) =>
      ({ answer: check(email).found.ok ? 'deliverable' : 'undeliverable', words: '' });`;
  expect(await answersOf('adapter.mjs', module)).toEqual(ANSWERS);
});

it('the first rule that applies decides; text and numbers have the empty path', () => {
  const read = [
    ['', '/^no such/', 'undeliverable'],
    ['', 7, 'risky'],
    ['smtp.0.code', 250, 'deliverable'],
  ] as const;
  const answers = ['no such host\n', '7', '{"smtp":[{"code":250}]}', '{"smtp":null}', ''];
  const rules = read.map(([...rule]) => rule);
  expect(answers.map((said) => toSaid(said, rules).answer)).toEqual([
    'undeliverable',
    'risky',
    'deliverable',
    'unknown',
    'unknown',
  ]);
});
