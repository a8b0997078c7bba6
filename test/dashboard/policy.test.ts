import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationPath } from '../../src/contract/routes.ts';
import { VERDICTS } from '../../src/contract/verdict.ts';
import { createClient } from '../../src/library/client.ts';
import { parsePolicy } from '../../src/library/policy.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { NO_EVIDENCE } from '../../src/verifier/engine/finding.ts';
import type { Finding } from '../../src/verifier/verifier.ts';
import { ANY_RULES } from '../policy/any-policy.ts';
import { eachTest } from '../support/each-test.ts';
import { findingOf } from '../support/fake-verifier.ts';
import { runs } from '../support/property-runs.ts';
import { type CliOptions, runCli, temporaryHome } from '../support/run-cli.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

const POLICY = `{
  // Ours
  "lists": { "disposable": ["x.com"], "allow": ["ben@x.com"] },
  "rules": [{ "if": { "reason": "no_answer" }, "verdict": "undeliverable" }]
}
`;
const LIST = 'email\nann@x.com\nben@x.com\ngrey@y.com\ncem@y.com\n';

const save = (policy: string, visitor = owner) => visitor.post('/policy', { policy });

async function uploaded(text = LIST): Promise<string> {
  const { id } = await world.lists.upload(team, text);
  await world.lists.finish();
  return `/lists/${id}`;
}

/** Of a page or a report. */
const countsOf = (body: string) =>
  Object.fromEntries(
    VERDICTS.map((verdict) => [
      verdict,
      Number(new RegExp(`<b data-count="${verdict}">(\\d+)`).exec(body)?.[1]),
    ]),
  );

const download = async (list: string, query = 'format=csv&columns=verdict,reason') =>
  (await owner.get(`${list}/download?${query}`)).body;

describe('the page of the policy', () => {
  it('keeps it as it was written, with lines as browsers send them, and logs it', async () => {
    const answer = await save(POLICY.replaceAll('\n', '\r\n'));
    expect(answer.headers.get('Location')).toBe('/policy?done=saved');
    const page = await owner.get('/policy?done=saved');
    expect(page.body).toContain(`>\n${POLICY.replaceAll('"', '&quot;')}</textarea>`);
    expect(textOf(page)).toContain('The policy is saved.');
    expect(textOf(await owner.get('/audit'))).toContain('changed the policy of the team');
    expect((await world.context.store.policies(team.id).find())?.text).toBe(POLICY);
  });

  it('says every fault with line and column, keeps what was typed, and stores nothing', async () => {
    await save(POLICY);
    const faulty = `{ "lists": { "free": [{ "file": "ours.txt" }] },
      "columns": ["verdikt"],
      "rules": [{ "if": { "reason": "role" }, "verdict": "good" }] }`;
    const answer = await save(faulty);
    expect(answer.status).toBe(422);
    expect(textOf(answer)).toContain('The policy has 1 error and was not saved:');
    expect(textOf(answer)).toContain("3:58: Unknown verdict 'good'.");
    expect(answer.body).toContain('verdikt');
    const files = textOf(await save(faulty.replace('good', 'risky')));
    expect(files).toContain('1:23: Files of lists can’t be read here: write their lines into');
    expect(files).toContain("2:19: Unknown column 'verdikt'. Did you mean 'verdict'?");
    expect(textOf(await save('{'))).toContain('1:2: This is no JSON: close brace expected');
    expect((await world.context.store.policies(team.id).find())?.text).toBe(POLICY);
  });

  it('says them as `mailvet policy check` does', async () => {
    const faulty =
      '{\n "rules": [{ "if": { "reason": "rol" }, "verdict": "risky" }],\n "fail": 1 }';
    await using home = await temporaryHome();
    writeFileSync(join(home.path, 'mailvet.json'), faulty);
    const { stdout, stderr } = await runCli(['policy', 'check'], { home: home.path });
    const said = [...(stdout + stderr).matchAll(/mailvet\.json:(\d+:\d+: .*)/g)].map(
      ([, one]) => one,
    );
    expect(said.length).toBe(2);
    const page = await save(faulty);
    for (const one of said) expect(textOf(page)).toContain(one);
  });

  it('takes neither too long a text nor too many rules', async () => {
    const long = await save(`{}${' '.repeat(64 * 1024)}`);
    expect([long.status, textOf(long)]).toEqual([
      422,
      expect.stringContaining('The policy is larger than 64 kB'),
    ]);
    const rules = Array.from({ length: 101 }, (_, at) => ({
      if: { provider: `p${at}.example` },
      verdict: 'risky',
    }));
    expect(textOf(await save(JSON.stringify({ rules })))).toContain('has at most 100 rules here');
    expect((await save(JSON.stringify({ rules: rules.slice(1) }))).status).toBe(303);
  });

  it('removes it, once', async () => {
    await save(POLICY);
    const answer = await owner.post('/policy/remove');
    expect(answer.headers.get('Location')).toBe('/policy?done=removed');
    expect(await world.context.store.policies(team.id).find()).toBeUndefined();
    expect((await owner.get('/policy')).body).not.toContain('/policy/remove');
    expect((await owner.post('/policy/remove')).status).toBe(303);
    const audit = textOf(await owner.get('/audit'));
    expect(audit.match(/removed the policy of the team/g)).toHaveLength(1);
  });
});

describe('the form of common rules', () => {
  const kept = async () => (await world.context.store.policies(team.id).find())?.text;
  const post = (rules: readonly string[], lists: Readonly<Record<string, string>> = {}) =>
    owner.post('/policy/common', { rule: rules, allow: '', disposable: '', ...lists });
  const boxOf = (body: string, rule: string) =>
    new RegExp(`value="${rule}" (checked)?`).exec(body)?.[1] ?? 'empty';

  it('makes a policy by ticks, by which lists are judged at once', async () => {
    const list = await uploaded('email\nopen@x.com\nann@x.com\nopen@y.com\nben@y.com\n');
    expect(countsOf((await owner.get(list)).body)).toMatchObject({ deliverable: 2, risky: 2 });
    const answer = await post(['accept_all'], { disposable: ' Y.com \r\n\r\n' });
    expect(answer.headers.get('Location')).toBe('/policy?done=saved');
    expect(countsOf((await owner.get(list)).body)).toMatchObject({ deliverable: 2, risky: 2 });
    expect(await download(list, 'format=csv&only=deliverable&columns=none')).toBe(
      'email\nopen@x.com\nann@x.com\n',
    );
    const page = await owner.get('/policy');
    expect(['accept_all', 'full'].map((rule) => boxOf(page.body, rule))).toEqual([
      'checked',
      'empty',
    ]);
    expect(page.body).toContain('>\nY.com</textarea>');
  });

  it('ends before the form of the JSON begins', async () => {
    const [form = ''] =
      /<form[^>]*"\/policy\/common".*?<\/form>/s.exec((await owner.get('/policy')).body) ?? [];
    for (const tag of ['div', 'p', 'label', 'fieldset'])
      expect(form.match(new RegExp(`<${tag}[ >]`, 'g'))?.length).toBe(
        form.match(new RegExp(`</${tag}>`, 'g'))?.length,
      );
  });

  it('keeps what it does not show, and says that there is more', async () => {
    await save(POLICY);
    expect(textOf(await owner.get('/policy'))).toContain(
      '1 more rule or setting is in the JSON below',
    );
    await post(['full'], { allow: 'ben@x.com', disposable: 'x.com\nz.com' });
    const text = await kept();
    for (const part of ['// Ours', '"no_answer"', '"full"', '"z.com"'])
      expect(text).toContain(part);
    await post([], { allow: 'ben@x.com', disposable: 'x.com' });
    expect(JSON.parse((await kept())?.replace('// Ours', '') ?? '')).toEqual(
      JSON.parse(POLICY.replace('// Ours', '')),
    );
  });

  it('says what is wrong with a line, keeps what was typed and ticked, and stores nothing', async () => {
    const answer = await post(['role'], { allow: 'ann@x.com\nx y' });
    expect(answer.status).toBe(422);
    expect(textOf(answer)).toContain("'x y' is no domain");
    expect(answer.body).toContain('>\nann@x.com\nx y</textarea>');
    expect(boxOf(answer.body, 'role')).toBe('checked');
    expect(await kept()).toBeUndefined();
  });

  it('removes the policy with the last tick', async () => {
    await post(['role']);
    await post([]);
    expect(await kept()).toBeUndefined();
  });

  it('gives way to the text where another version wrote a policy that this one can not read', async () => {
    const text = '{ "rules": [{ "when": {} }] }';
    const change = { actor: 'owner@example.com', at: world.clock.now() };
    await world.context.store.policies(team.id).set(text, change);
    expect((await owner.get('/policy')).body).not.toContain('/policy/common');
    expect((await post(['role'])).status).toBe(422);
    expect(await kept()).toBe(text);
  });
});

describe('the policy of a team', () => {
  it('judges downloads and reports of lists that were checked before it, and asks nobody', async () => {
    const list = await uploaded();
    const plain = await download(list);
    const asked = world.verifier.asked.length;
    expect(plain).toContain(
      'ann@x.com,deliverable,accepted\nben@x.com,deliverable,accepted\ngrey@y.com,unknown,no_answer',
    );
    const [page, report] = [await owner.get(list), (await owner.get(`${list}/report`)).body];
    expect(textOf(page)).not.toContain('policy');
    await save(POLICY);
    expect(await download(list)).toBe(
      'email,verdict,reason\nann@x.com,risky,disposable\nben@x.com,deliverable,accepted\ngrey@y.com,undeliverable,no_answer\ncem@y.com,deliverable,accepted\n',
    );
    expect(await download(list, 'format=csv&send=safe&columns=none')).toBe(
      'email\nben@x.com\ncem@y.com\n',
    );
    expect(await download(list, 'format=csv&only=risky&columns=none')).toBe('email\nann@x.com\n');
    expect((await owner.get(`${list}/report`)).body).not.toBe(report);
    expect(world.verifier.asked.length).toBe(asked);
    await owner.post('/policy/remove');
    expect([await download(list), (await owner.get(`${list}/report`)).body]).toEqual([
      plain,
      report,
    ]);
  });

  it('is named on the pages of lists, with a link for owners', async () => {
    const list = await uploaded();
    await save(POLICY);
    const page = await owner.get(list);
    expect(textOf(page)).toContain('Judged by your team’s policy.');
    expect(page.body).toContain('<a href="/policy">');
    const member = await world.person('default', 'tom@example.com', 'member');
    const theirs = await member.get(list);
    expect(textOf(theirs)).toContain('Judged by your team’s policy.');
    expect(theirs.body).not.toContain('<a href="/policy">');
  });

  it('judges numbers, rows, filters, cards and JSON of the page, and says what decided', async () => {
    const list = await uploaded();
    await save(POLICY);
    const page = await owner.get(list);
    expect(countsOf(page.body)).toEqual({ deliverable: 2, risky: 1, undeliverable: 1, unknown: 0 });
    expect(page.body).toContain('data-send="safe" data-rows="2"');
    expect(textOf(page)).toMatch(/ann@x\.com Risky \S.* Policy: the list “disposable”/);
    expect(textOf(page)).toMatch(/grey@y\.com Undeliverable \S.* Policy: the rule in line 4/);
    const shown = async (query: string) =>
      [
        ...(await owner.get(`${list}?${query}`)).body.matchAll(/address whole">(\w+@[xy]\.com)</g),
      ].map(([, address]) => address);
    expect(await shown('show=undeliverable')).toEqual(['grey@y.com']);
    expect(await shown('reason=disposable')).toEqual(['ann@x.com']);
    expect(await shown('reason=no_answer&show=unknown')).toEqual([]);
    expect(textOf(page)).toContain('Check 1 address again');
    const { safe, verdicts } = JSON.parse((await owner.get(`${list}/progress`)).body);
    expect([safe.rows, verdicts.undeliverable.count]).toEqual([2, '1']);
  });

  it('is what the overview of lists counts by, once the runner has seen to them', async () => {
    await uploaded();
    await save(POLICY);
    expect(textOf(await owner.get('/lists'))).toContain(
      'the numbers of some lists will be updated',
    );
    await world.lists.finish();
    const overview = textOf(await owner.get('/lists'));
    expect(overview).not.toContain('the numbers of some lists will be updated');
    expect(overview).toContain('2 safe to send to, of 4 rows');
    await owner.post('/policy/remove');
    await world.lists.finish();
    expect(textOf(await owner.get('/lists'))).toContain('3 safe to send to, of 4 rows');
  });

  it('judges results as they arrive, and again those that were judged by another', async () => {
    await save(POLICY);
    const list = await uploaded();
    expect(countsOf((await owner.get(list)).body)).toMatchObject({ risky: 1, undeliverable: 1 });
    await save('{ "rules": [{ "if": { "reason": "no_answer" }, "verdict": "risky" }] }');
    expect(countsOf((await owner.get(list)).body)).toMatchObject({ risky: 1, undeliverable: 0 });
    await save(POLICY);
    expect(countsOf((await owner.get(list)).body)).toMatchObject({ risky: 1, undeliverable: 1 });
  });

  it('leaves what is checked again as the service judges', async () => {
    const list = await uploaded();
    await save(
      '{ "rules": [{ "if": { "reason": "accepted" }, "verdict": "unknown" },\n{ "if": { "reason": "no_answer" }, "verdict": "undeliverable" }] }',
    );
    await owner.get(list);
    const asked = world.verifier.asked.length;
    expect((await owner.post(`${list}/retry`)).status).toBe(303);
    await world.lists.finish();
    expect(world.verifier.asked.slice(asked)).toEqual(['grey@y.com']);
  });

  it('judges shared reports, also those that were seen before', async () => {
    const list = await uploaded();
    const shared = await owner.post(`${list}/share`, { days: '7' });
    const link = /\/shared\/[\w-]+/.exec(shared.body)?.[0] ?? '';
    const before = textOf(await world.visitor().get(link));
    await save(POLICY);
    expect(textOf(await world.visitor().get(link))).not.toBe(before);
  });

  it('is nobody else’s', async () => {
    const stranger = await world.person('others', 'eve@example.org');
    await save('{ "rules": [{ "if": {}, "verdict": "unknown" }] }', stranger);
    const list = await uploaded();
    expect(await download(list)).toContain('ann@x.com,deliverable,accepted');
    expect((await owner.get('/policy')).body).not.toContain('/policy/remove');
  });

  it('refuses a download where it can not be read any more', async () => {
    const list = await uploaded();
    const by = { actor: 'ada@example.com', at: 0 };
    await world.context.store.policies(team.id).set('{ "later": 1 }', by);
    const answer = await owner.get(`${list}/download?format=csv`);
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.stringContaining('Your team&#39;s policy has an error'),
    ]);
    const page = await owner.get(list);
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain('can’t read your team’s policy');
    await world.lists.finish();
  });

  it('changes no answer of the interface', async () => {
    const { key } = await createKey(world.context, team, { label: '', actor: 'test' });
    const { id } = await createBatch(world.context, team, ['ann@x.com', 'grey@y.com']);
    await world.lists.work();
    const headers = { Authorization: `Bearer ${key}` };
    const results = async () =>
      (await world.request(operationPath('getBatch', id), { headers })).text();
    const before = await results();
    expect(before).toContain('ann@x.com');
    await save(POLICY);
    expect(await results()).toBe(before);
  });
});

const EMAILS = ['ann', 'info', 'temp', 'all', 'gone', 'grey'].flatMap((name) =>
  ['gmail.com', 'x.example', 'mail.x.example'].map((domain) => `${name}@${domain}`),
);

/** What rules ask about, by the name and the domain. */
function factsOf(email: string): Finding {
  const [name = '', domain] = email.split('@');
  const provider = domain === 'gmail.com' ? 'google' : 'yahoo eu';
  const traits = { role: name === 'info', temporary: name === 'temp' };
  const evidence = { ...NO_EVIDENCE, provider };
  const found = { ...findingOf(email), ...traits, evidence };
  return name === 'all' ? { ...found, acceptAll: true, score: 75, reason: 'accept_all' } : found;
}

const NAMES = fc.subarray([
  'gmail.com',
  'x.example',
  'mail.x.example',
  'info@x.example',
  'temp@gmail.com',
]);
const ANY_POLICY = fc
  .record({
    lists: fc.record({ allow: NAMES, disposable: NAMES, free: NAMES }),
    rules: ANY_RULES.map((rules) =>
      rules.map(({ conditions, verdict }) => ({ if: conditions, verdict })),
    ),
    columns: fc.constantFrom(['reason', 'verdict'], 'short', ['verdict', 'provider', 'free']),
  })
  .map((file) => JSON.stringify(file, null, 1))
  .filter((text) => readPolicy({ text }).ok);

/** What a tool of `mailvet mcp` answers. */
async function askTool(name: string, given: object, options: CliOptions) {
  const stdin = new PassThrough();
  const messages = [
    { id: 1, method: 'initialize', params: INITIALIZE },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name, arguments: given } },
  ];
  for (const message of messages)
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const onStdout = (text: string) => void (text.split('\n').length > 2 && stdin.end());
  const { stdout } = await runCli(['mcp'], { ...options, stdin, onStdout });
  return JSON.parse(stdout.split('\n')[1] ?? '').result.structuredContent;
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

it('all doors give the same verdicts over the same facts', async () => {
  Object.assign(world.verifier, {
    verify: async (email: string) => factsOf(email),
    verifyAll: async (emails: readonly string[], report: (at: number, found: Finding) => void) =>
      emails.forEach((email, at) => void report(at, factsOf(email))),
  });
  const list = await uploaded(`email\n${EMAILS.join('\n')}\n`);
  const { id } = await createBatch(world.context, team, EMAILS);
  await world.lists.work();
  const { key } = await createKey(world.context, team, { label: '', actor: 'test' });
  const server = serve({ fetch: world.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  await using home = await temporaryHome();
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = { MAILVET_BASE_URL: baseUrl, MAILVET_API_KEY: key };
  const cli = async (args: readonly string[]) =>
    (await runCli(args, { home: home.path, env })).stdout;
  const command = ['batch', 'results', id, '--format', 'csv'];
  const { entries } = await createClient({ baseUrl, apiKey: key }).getBatch(id);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(ANY_POLICY, async (text) => {
      writeFileSync(join(home.path, 'mailvet.json'), text);
      expect((await save(text)).status).toBe(303);
      const results = await cli(command);
      expect(results.split('\n').length).toBe(EMAILS.length + 2);
      expect(await download(list, 'format=csv')).toBe(results);
      const rows = await cli([...command, '--columns', 'verdict']);
      expect(await download(list, 'format=csv&columns=verdict')).toBe(rows);
      const verdicts = rows.trim().split('\n').slice(1);

      const policy = parsePolicy(text);
      const byLibrary = entries.map(({ email, result }) => policy.judge(email ?? '', result ?? {}));
      expect(byLibrary.map(({ verdict }, at) => `${EMAILS[at]},${verdict}`)).toEqual(verdicts);

      const counts = Object.fromEntries(
        VERDICTS.map((one) => [one, verdicts.filter((row) => row.endsWith(`,${one}`)).length]),
      );
      const page = (await owner.get(list)).body;
      expect(countsOf(page)).toEqual(counts);
      expect(countsOf((await owner.get(`${list}/report`)).body)).toEqual(counts);
      expect(page).toContain(`data-send="safe" data-rows="${counts.deliverable}"`);
      expect(await shownRows(list)).toEqual(verdicts);
      const { deliverable } = JSON.parse((await owner.get(`${list}/progress`)).body).verdicts;
      expect(deliverable.count).toBe(String(counts.deliverable));
      const [email = ''] = EMAILS;
      const { verdict } = await askTool('verify_email', { email }, { home: home.path, env });
      expect(`${email},${verdict}`).toBe(verdicts[0]);
      seen.add(rows);
    }),
    { numRuns: runs(100) },
  );
  expect(seen.size).toBeGreaterThan(1);
  server.close();
});

/** `ann@x.com,risky` of the rows on the page. */
async function shownRows(list: string): Promise<string[]> {
  const { body } = await owner.get(list);
  const rows = [...body.matchAll(/<tr role="row">.*?<\/tr>/gs)].map(([row]) => row);
  return rows.flatMap((row) => {
    const address = /class="address whole">([^<]+@[^<]+)</.exec(row)?.[1];
    const verdict = /class="badge (\w+)"/.exec(row)?.[1];
    return address && verdict ? [`${address},${verdict}`] : [];
  });
}
