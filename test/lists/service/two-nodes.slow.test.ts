import { readdirSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forget, openAdmin } from '../../../src/composition/admin.ts';
import { type RunningService, startService } from '../../../src/composition/serve.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { eachTest } from '../../support/each-test.ts';
import { childNodes } from '../../support/event-log.ts';
import { type FakeVerifier, fakeVerifier } from '../../support/fake-verifier.ts';
import { textsBelow } from '../../support/in-turns.ts';
import { ListBrowser } from '../../support/list-browser.ts';
import { migratedDatabase } from '../../support/postgres.ts';
import { withClient } from '../../support/postgres-template.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const database = eachTest(migratedDatabase);
const folder = eachTest(temporaryFolder);

async function counted(sql: string): Promise<number> {
  const rows = await withClient(database.url, (client) => client.query(sql));
  return Number(rows.rows[0]?.count);
}

const used = () => counted('select coalesce(sum(used), 0) as count from usage');

/** The addresses of a download, by their reason. */
function reasonsOf(download: string): Record<string, string> {
  const [header = '', ...lines] = download.trimEnd().split('\r\n').join('\n').split('\n');
  const at = header.split(',').indexOf('reason');
  return Object.fromEntries(
    lines.map((line) => line.split(',')).map((cells) => [cells[0] ?? '', cells[at] ?? '']),
  );
}

const listOf = (...names: readonly string[]) =>
  `email\n${names.map((name) => `${name}@x.com\n`).join('')}`;

describe('two nodes on one database and one folder', () => {
  let nodes: RunningService[];
  let a: string;
  let b: string;
  let verifiers: FakeVerifier[];
  let browser: ListBrowser;

  beforeEach(async () => {
    verifiers = [fakeVerifier(), fakeVerifier()];
    const place = { host: '127.0.0.1', port: 0, lists: folder.path('lists') };
    nodes = [];
    for (const verifier of verifiers) {
      const deps = { clock: systemClock, random: Math.random, verifier };
      nodes.push(await startService({ ...place, database: database.url }, deps));
    }
    [a, b] = nodes.map(({ url }) => url) as [string, string];
    browser = await ListBrowser.setUp(nodes.at(-1)?.setupUrl ?? '');
  });
  afterEach(() => Promise.all(nodes.map((node) => node.close())));

  const asked = () => verifiers.flatMap((verifier) => verifier.asked);

  async function untilEnded(path: string): Promise<void> {
    const id = path.split('/').at(-1);
    const ended = `select count(*) from lists where id = '${id}' and state in ('completed', 'cancelled') and ended_at is not null`;
    await expect.poll(() => counted(ended)).toBe(1);
  }

  it('have a list that was uploaded at one of them', async () => {
    const names = Array.from({ length: 1500 }, (_, at) => `u${at}`);
    const path = await browser.upload(a, listOf(...names));
    await untilEnded(path);
    for (const url of [b, a]) {
      const reasons = reasonsOf(await browser.download(url, path));
      expect(Object.keys(reasons)).toHaveLength(1500);
      expect(new Set(Object.values(reasons))).toEqual(new Set(['accepted']));
      expect(await (await browser.get(url, path)).text()).toContain('u0@x.com');
      expect(await (await browser.get(url, `${path}/report`)).text()).toContain('contacts.csv');
    }
    const id = path.split('/').at(-1);
    const files = ['rows', 'sqlite'].map((ending) => folder.path(`lists/${id}.${ending}`));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(await counted('select size as count from lists')).toBe(bytes);
    expect(asked().toSorted()).toEqual(names.map((name) => `${name}@x.com`).toSorted());
    expect(await used()).toBe(1500);
  });

  it('retry at one of them what was uploaded at the other', async () => {
    const path = await browser.upload(a, listOf('ada', 'grey1', 'grey2'));
    await untilEnded(path);
    expect(reasonsOf(await browser.download(a, path))['grey1@x.com']).toBe('no_answer');
    expect(await browser.press(b, `${path}/retry`)).toBe(303);
    await untilEnded(path);
    expect(asked().toSorted()).toEqual(
      ['ada', 'grey1', 'grey1', 'grey2', 'grey2'].map((name) => `${name}@x.com`),
    );
    // What stays undecided is given back.
    expect(await used()).toBe(1);
    expect(await browser.download(a, path)).toBe(await browser.download(b, path));
  });

  it('cancel and delete at one of them what was uploaded at the other', async () => {
    for (const verifier of verifiers) verifier.hold();
    const path = await browser.upload(a, listOf('ada', 'bob'));
    await expect.poll(() => asked().length).toBe(2);
    expect(await browser.press(b, `${path}/cancel`)).toBe(303);
    await untilEnded(path);
    expect(await (await browser.get(a, path)).text()).toContain('Cancelled');
    expect(reasonsOf(await browser.download(b, path))).toEqual({
      'ada@x.com': 'incomplete',
      'bob@x.com': 'incomplete',
    });
    expect(await browser.press(b, `${path}/delete`)).toBe(303);
    expect((await browser.get(a, path)).status).toBe(404);
    await expect.poll(() => counted('select count(*) from lists')).toBe(0);
    expect(readdirSync(folder.path('lists'))).toEqual(['owner']);
  });

  it('choose the column at one of them of a file that was uploaded at the other', async () => {
    const text = 'home,work\nada@x.com,a@y.com\nbob@x.com,b@y.com\n';
    const path = await browser.upload(a, text);
    expect(path).toMatch(/column$/);
    expect(await (await browser.get(b, path)).text()).toContain('a@y.com');
    expect(await browser.press(b, path, { column: '2' })).toBe(303);
    const list = path.replace('/column', '');
    await untilEnded(list);
    expect(asked().toSorted()).toEqual(['a@y.com', 'b@y.com']);
    expect(await browser.download(a, list)).toContain('accepted');
  });

  it('forget an address of a list of both', async () => {
    const path = await browser.upload(a, listOf('ada', 'bob'));
    await untilEnded(path);
    for (const url of [a, b]) expect(await browser.download(url, path)).toContain('ada@x.com');
    const admin = await openAdmin(database.url, {
      clock: systemClock,
      lists: folder.path('lists'),
    });
    const { listRows } = await forget(admin, 'Ada@x.com');
    await admin.store.close();
    expect(listRows).toBe(1);
    for (const url of [a, b]) {
      const left = await browser.download(url, path);
      expect(left).not.toContain('ada@x.com');
      expect(left).toContain('bob@x.com');
    }
    const stored = textsBelow(folder.path('lists'));
    expect(stored.join('\n').toLowerCase()).not.toContain('ada@x.com');
  });
});

describe('a node that is killed', () => {
  const children = eachTest(childNodes);
  const start = () => children.start('serve', database.url, 5, folder.path('lists'));

  /** How often a list went to a node. */
  const leases = () => counted('select coalesce(max(leases), 0) as count from lists');

  it('loses no list: the other one, which runs already, goes on with it', async () => {
    // Two that begin at once on an empty database and an empty folder.
    const [first, second] = await Promise.all([start(), start()]);
    // Each may have made a link; the later one replaced the other.
    const links = [first, second].flatMap(({ setupUrl }) => setupUrl ?? []);
    const opened = await Promise.allSettled(links.map((link) => ListBrowser.setUp(link)));
    const [browser] = opened.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (!browser) throw new Error('no set-up link works');
    const names = Array.from({ length: 2500 }, (_, at) => `u${at}`);
    const path = await browser.upload(first.url, listOf(...names));
    const results = () => counted('select count(*) from verifications');
    await expect.poll(results).toBeGreaterThan(100);
    expect(await leases()).toBe(1);
    await first.end();
    expect(await results()).toBeLessThan(2500);
    const completed = "select count(*) from lists where state = 'completed'";
    await expect.poll(() => counted(completed), { timeout: 200_000 }).toBe(1);
    const reasons = reasonsOf(await browser.download(second.url, path));
    expect(Object.keys(reasons)).toHaveLength(2500);
    expect(new Set(Object.values(reasons))).toEqual(new Set(['accepted']));
    expect([await results(), await used()]).toEqual([2500, 2500]);
    expect(await counted('select count(distinct email) from verifications')).toBe(2500);
  });
});
