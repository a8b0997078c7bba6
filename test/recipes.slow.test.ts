/** docs/recipes: every shell block is run, with the built program as `mailvet`. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { storedZip } from './formats/workbook/made-workbook.ts';
import { eachTest } from './support/each-test.ts';
import { real } from './support/real-looking.ts';
import { type Ended, type FreshUser, freshUser, LAUNCHER, Program } from './support/run-program.ts';

const user = eachTest(freshUser);

const RECIPES = new URL('../docs/recipes/', import.meta.url);

/** The fenced blocks of a page, by their language. */
function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(new URL(page, RECIPES), 'utf8');
  const found = text.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm);
  return [...found].flatMap(([, kind, body = '']) => (kind === language ? [body] : []));
}

/** Runs a script in the user's home, with the built program as `mailvet`. */
async function runScript(user: FreshUser, script: string, env = {}): Promise<Ended> {
  const bin = join(user.home, '.bin');
  await mkdir(bin, { recursive: true });
  const program = join(bin, 'mailvet');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`);
  await chmod(program, 0o755);
  const options = {
    cwd: user.home,
    env: { ...user.env, PATH: `${bin}:${process.env.PATH}`, ...env },
    stdio: ['ignore' as const, 'pipe' as const, 'pipe' as const],
  };
  return new Program('bash', ['-euo', 'pipefail', '-c', script], options).ended;
}

/** A list with so many dead addresses in a hundred. */
function listOf(dead: number): string {
  const rows = Array.from({ length: 100 }, (_, at) =>
    at < dead ? `dead${at}@no-mx.sandbox.test` : `ann${at}@sandbox.test`,
  );
  return `email\n${rows.join('\n')}\n`;
}

interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly requests: { readonly path: string; readonly auth: string; readonly body: string }[];
}

/** Another program's API, which takes everything. */
async function startRecorder(answer: object): Promise<Recorder> {
  const requests: { path: string; auth: string; body: string }[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await text(request);
    const auth = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString();
    requests.push({ path: `${request.method} ${request.url}`, auth, body });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('the pre-send gate', () => {
  it.for([
    [0, 0, 'send'],
    [3, 0, 'warning, between 2 % and 5 %'],
    [6, 1, 'refused, more than 5 %'],
  ] as const)(
    'with %i dead addresses in a hundred ends with %i: %s',
    async ([dead, code, words]) => {
      await writeFile(join(user.home, 'campaign.csv'), listOf(dead));
      const [gate = '', use = ''] = blocksOf('pre-send-gate.md', 'sh');
      const ran = await runScript(user, `${gate}\n${use}`);
      expect(ran.exitCode).toBe(code);
      expect(ran.stderr).toContain(`campaign.csv: ${words}`);
      expect(ran.stdout.includes('sending campaign.csv')).toBe(code === 0);
    },
  );

  it('stops for a list that was not checked', async () => {
    await writeFile(join(user.home, 'campaign.csv'), 'name\nann\n');
    const ran = await runScript(user, blocksOf('pre-send-gate.md', 'sh').join('\n'));
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain('not checked');
  });
});

describe('the mailing tools', () => {
  const plain = ['Email', ''] as const;
  it.for([
    ['mailchimp', 'Email Address,MEMBER_RATING,OPTIN_TIME', ['Email Address', '']],
    ['hubspot', 'Email,Record ID', plain],
    ['klaviyo', 'Email,Klaviyo ID', plain],
    ['shopify', 'Email,Accepts Email Marketing', plain],
    ['brevo', 'EMAIL,ADDED_TIME,MODIFIED_TIME', ['EMAIL', '']],
    ['activecampaign', 'Email,First Name', plain],
    ['salesforce', 'Email,Contact ID,Account Name', ['Contact ID,Email', 'b,']],
    ['outlook-google-contacts', 'E-mail Address,E-mail 2 Address', ['E-mail Address', '']],
    ['outlook-google-contacts', 'E-mail 1 - Value,Name', ['E-mail 1 - Value', '']],
  ] as const)('%s: safe rows as they were, and the dead in its form', async (given) => {
    const [page, header, [column, id]] = given;
    const [step = ''] = blocksOf(`${page}.md`, 'sh');
    const [, name = '', form] = /clean (\S+)\.(csv|zip)/.exec(step) ?? [];
    const row = (email: string, id: string) =>
      `${email}${header.replaceAll(/[^,]/g, '').replace(',', `,${id}`)}\n`;
    const [safe, dead] = [row('ann@sandbox.test', 'a'), row('undeliverable@sandbox.test', 'b')];
    const list = `${header}\n${safe}${dead}`;
    const file = form === 'zip' ? storedZip({ 'subscribed_export_0a1b2c.csv': list }) : list;
    await writeFile(join(user.home, `${name}.${form}`), file);
    expect(await runScript(user, step)).toMatchObject({ exitCode: 0 });
    const read = (part: string) => readFile(join(user.home, `${name}.${part}.csv`), 'utf8');
    expect(await read('import')).toBe(`${header}\n${safe}`);
    expect(await read('archive')).toBe(`${column}\n${id}undeliverable@sandbox.test\n`);
  });
});

const SUBSCRIBERS = 'email,name\nann@sandbox.test,Ann\nundeliverable@sandbox.test,Bob\n';

test('listmonk: the deliverable are subscribed, the dead blocked', async () => {
  await using listmonk = await startRecorder({ data: { status: 'finished' } });
  await writeFile(join(user.home, 'subscribers.csv'), SUBSCRIBERS);
  const env = { LISTMONK_URL: listmonk.url, LISTMONK_USER: 'api', LISTMONK_TOKEN: 'secret' };
  const ran = await runScript(user, blocksOf('listmonk.md', 'sh').join('\n'), env);
  expect(ran).toMatchObject({ exitCode: 0 });
  const [subscribed, status, blocked] = listmonk.requests;
  expect(listmonk.requests.map(({ auth }) => auth)).toEqual(Array(3).fill('api:secret'));
  expect(subscribed?.path).toBe('POST /api/import/subscribers');
  expect(subscribed?.body).toContain('"mode":"subscribe"');
  expect(subscribed?.body).toContain('email,name\nann@sandbox.test,Ann\n');
  expect(subscribed?.body).not.toContain('Bob');
  expect(status?.path).toBe('GET /api/import/subscribers');
  expect(blocked?.body).toContain('"mode":"blocklist"');
  expect(blocked?.body).toContain('email,name\nundeliverable@sandbox.test,Bob\n');
});

test('Mautic: dead contacts are marked as bounced, verdicts can be imported', async () => {
  await using mautic = await startRecorder({});
  const contacts = 'id,email,firstname\n7,ann@sandbox.test,Ann\n9,undeliverable@sandbox.test,Bob\n';
  await writeFile(join(user.home, 'contacts.csv'), contacts);
  const env = { MAUTIC_URL: mautic.url, MAUTIC_USER: 'api', MAUTIC_PASSWORD: 'secret' };
  const ran = await runScript(user, blocksOf('mautic.md', 'sh').join('\n'), env);
  expect(ran.exitCode).toBe(0);
  expect(mautic.requests).toMatchObject([
    { path: 'POST /api/contacts/9/dnc/email/add', auth: 'api:secret' },
  ]);
  expect(mautic.requests[0]?.body).toMatch(/^reason=2&comments=mailvet/);
  expect(await readFile(join(user.home, 'import.csv'), 'utf8')).toContain(
    'id,email,firstname,mailvet_verdict\n7,ann@sandbox.test,Ann,deliverable\n',
  );
});

test('n8n: the requests are answered, and so is the node', async () => {
  const { program, key, url } = await user.serve();
  const script = blocksOf('n8n.md', 'sh').join('\necho\n');
  const env = { MAILVET_BASE_URL: url, MAILVET_API_KEY: key };
  const ran = await runScript(user, script, env);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain('"deliverable":true');
  expect(ran.stdout).toMatch(/"detail":\{"reason":"accepted"/);
  expect(ran.stdout).toContain('"emails":[');
  const [node = ''] = blocksOf('n8n.md', 'json');
  const [{ parameters }] = JSON.parse(node).nodes;
  const { pathname, search } = new URL(parameters.url);
  const answer = await fetch(`${url}${pathname}${search}`, {
    method: parameters.method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: evaluate(parameters.jsonBody, { email: 'full@sandbox.test' }),
  });
  expect(await answer.json()).toMatchObject({ deliverable: false, detail: { reason: 'full' } });
  await program.end('SIGTERM');
});

/** `={{ … }}`: an expression of n8n over `$json`. */
function evaluate(expression: string, json: object): string {
  const code = /^=\{\{ (.*) \}\}$/.exec(expression)?.[1];
  return new Function('$json', `return ${code}`)(json);
}

interface GitlabJob {
  readonly script: readonly string[];
  readonly artifacts?: { readonly paths: string[]; readonly reports: { readonly junit: string } };
}

test('GitLab CI: the first job fails for a real address', async () => {
  const [addresses = ''] = blocksOf('gitlab-ci.md', 'yaml');
  const job: GitlabJob = parse(addresses).addresses;
  await mkdir(join(user.home, 'seed'));
  await writeFile(join(user.home, 'seed', 'users.csv'), 'email\nann@example.com\n');
  const [scan = '', seeds = ''] = job.script;
  expect(await runScript(user, job.script.join('\n'))).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(user.home, job.artifacts?.reports.junit ?? ''))).toBe(true);
  await rm(join(user.home, job.artifacts?.reports.junit ?? ''));
  const address = real('ann', 'firma-muster.de');
  await writeFile(join(user.home, 'seed', 'users.csv'), `email\n${address}\n`);
  for (const line of [scan, seeds]) {
    const { exitCode, stdout } = await runScript(user, line);
    expect(exitCode).toBe(1);
    expect(stdout).not.toContain(address);
  }
});

test('GitLab CI: the job fails for a dead address, and leaves its artifacts', async () => {
  const [, verify = '', readable = ''] = blocksOf('gitlab-ci.md', 'yaml');
  await mkdir(join(user.home, 'lists'));
  await writeFile(join(user.home, 'lists', 'users.csv'), SUBSCRIBERS);
  const job: GitlabJob = parse(verify)['verify-lists'];
  expect(await runScript(user, job.script.join('\n'))).toMatchObject({ exitCode: 1 });
  const { paths = [], reports } = job.artifacts ?? {};
  for (const name of [...paths, reports?.junit ?? ''])
    expect(existsSync(join(user.home, name))).toBe(true);
  expect(await readFile(join(user.home, reports?.junit ?? ''), 'utf8')).not.toContain(
    'undeliverable@',
  );
  const check: GitlabJob = parse(readable)['readable-lists'];
  expect(await runScript(user, check.script.join('\n'))).toMatchObject({ exitCode: 0 });
  await writeFile(join(user.home, 'lists', 'broken.csv'), 'name\nann\n');
  expect(await runScript(user, check.script.join('\n'))).toMatchObject({ exitCode: 1 });
});

test('cron: the list is verified silently, and its unknown rows once more', async () => {
  await writeFile(join(user.home, 'export.csv'), `${SUBSCRIBERS}blocked@sandbox.test,Eve\n`);
  const [nightly = '', retry = ''] = blocksOf('cron.md', 'sh');
  const first = await runScript(user, nightly);
  expect(first).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  const read = () => readFile(join(user.home, 'export.csv.verified.csv'), 'utf8');
  expect(await read()).toContain(',undeliverable,');
  expect(await runScript(user, retry)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await read()).toContain('Eve');
  const [crontab = ''] = blocksOf('cron.md', 'cron');
  expect(crontab).toMatch(/^15 2 \* \* \* .*verify-nightly\.sh/m);
});

test('the index names every recipe', () => {
  const index = readFileSync(new URL('README.md', RECIPES), 'utf8');
  const pages = readdirSync(RECIPES).filter((name) => name !== 'README.md');
  expect(pages.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});
