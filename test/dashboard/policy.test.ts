import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operationPath } from '../../src/contract/routes.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { NO_EVIDENCE } from '../../src/verifier/engine/finding.ts';
import type { Finding } from '../../src/verifier/verifier.ts';
import { ANY_RULES } from '../policy/any-policy.ts';
import { findingOf } from '../support/fake-verifier.ts';
import { runs } from '../support/property-runs.ts';
import { runCli, temporaryHome } from '../support/run-cli.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let owner: Visitor;
let team: Team;

beforeEach(async () => {
  world = await dashboardWorld();
  owner = await world.firstOwner();
  team = await findTeam(world.context, 'default');
});
afterEach(() => world.dispose());

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
    expect(textOf(answer)).toContain('The policy has 1 fault and was not saved:');
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
    const shown = [...page.body.matchAll(/<code lang="en">(.*?)<\/code>/g)].map(([, one = '']) =>
      one.replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
    );
    expect(shown).toEqual(said);
  });

  it('takes neither too long a text nor too many rules', async () => {
    const long = await save(`{}${' '.repeat(64 * 1024)}`);
    expect([long.status, textOf(long)]).toEqual([
      422,
      expect.stringContaining('The policy has more than 64 kB'),
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

  it('is named on the pages of lists, with a link for owners, beside no number that it may change', async () => {
    const list = await uploaded();
    expect((await owner.get(list)).body).toContain('data-send="safe"');
    await save(POLICY);
    const page = await owner.get(list);
    expect(textOf(page)).toContain('are judged by your team’s policy');
    expect(page.body).toContain('<a href="/policy">');
    expect(page.body).not.toContain('data-send="safe"');
    const member = await world.person('default', 'tom@example.com', 'member');
    const theirs = await member.get(list);
    expect(textOf(theirs)).toContain('are judged by your team’s policy');
    expect(theirs.body).not.toContain('<a href="/policy">');
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
      expect.stringContaining('Your team&#39;s policy has a fault'),
    ]);
    expect((await owner.get(list)).status).toBe(200);
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

it('a download has the rows of `batch results --policy` over the same facts', async () => {
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
  const env = { MAILVET_BASE_URL: `http://127.0.0.1:${port}`, MAILVET_API_KEY: key };
  const command = ['batch', 'results', id, '--policy', 'ours.json', '--format', 'csv'];
  const verdicts = new Set<string>();
  await fc.assert(
    fc.asyncProperty(ANY_POLICY, async (text) => {
      writeFileSync(join(home.path, 'ours.json'), text);
      expect((await save(text)).status).toBe(303);
      const { stdout } = await runCli(command, { home: home.path, env });
      expect(stdout.split('\n').length).toBe(EMAILS.length + 2);
      expect(await download(list, 'format=csv')).toBe(stdout);
      verdicts.add(stdout);
    }),
    { numRuns: runs(100) },
  );
  expect(verdicts.size).toBeGreaterThan(1);
  server.close();
});
