import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { EventLog } from '../support/event-log.ts';
import { isPoolerInstalled, openPooler, type Pooler } from '../support/pooler.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { LAUNCHER, Program } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Fewer than the processes have connections: each transaction gets another one. */
const POOL_SIZE = 4;
const ADDRESSES = 300;

/** Transaction mode keeps nothing of a session from one statement to the next. */
describe.skipIf(!isPoolerInstalled())('behind PgBouncer (needs it installed)', () => {
  const database = eachTest(emptyDatabase);
  let pooler: Pooler;
  const folder = eachTest(temporaryFolder);
  let log: EventLog;
  let nodes: Program[];

  beforeEach(async () => {
    pooler = await openPooler(database.url, POOL_SIZE);
    log = new EventLog();
    nodes = [];
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await pooler[Symbol.asyncDispose]();
  });

  /** Starts a node, and resolves with what it prints until it is ready. */
  async function start(role: 'serve' | 'work', ...flags: string[]): Promise<string> {
    const urls = ['--database', pooler.url, '--database-direct', database.url];
    const own = [role, ...urls, '--port', '0', '--log-level', 'debug', ...flags];
    const env = { PATH: process.env.PATH, HOME: folder.path('.') };
    const node = new Program(process.execPath, [LAUNCHER, ...own], { env });
    nodes.push(node);
    log.follow(node.child.stderr);
    await node.until(/http:\/\//);
    return node.stdout;
  }

  const count = (sql: string) =>
    withClient(database.url, async (client) =>
      Number((await client.query<{ n: string }>(`select ${sql} as n`)).rows[0]?.n),
    );

  /** A node for requests and one for work, and what sends batches to them. */
  async function startFleet() {
    const printed = await start('serve', '--workers', '0', '--lists', 'off');
    const [url] = printed.match(/http:\/\/[\d.:]+/) ?? [];
    const [key] = printed.match(/mv_\S{40}/) ?? [];
    await start('work');
    return async (name: number) => {
      const emails = Array.from({ length: ADDRESSES }, (_, n) =>
        // Some take a second, so that a batch is under way for a while.
        n % 100 === 0 ? `a${n}.${name}@slow.sandbox.test` : `a${n}.${name}@sandbox.test`,
      );
      const response = await fetch(`${url}/api/v1/verify/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ emails }),
      });
      const { id } = (await response.json()) as { id?: string };
      if (!id) throw new Error(`a batch was answered with ${response.status}`);
      return id;
    };
  }

  async function expectAllDone(batches: number): Promise<void> {
    const total = batches * ADDRESSES;
    expect(await count(`(select count(*) from batches where status = 'completed')`)).toBe(batches);
    expect(await count('(select count(*) from verifications)')).toBe(total);
    expect(await count('(select count(distinct email) from verifications)')).toBe(total);
    expect(await count("(select count(*) from mailvet_jobs.job where data ? 'batch')")).toBe(0);
  }

  it('more batches at once than connections are submitted and worked on', async () => {
    const submit = await startFleet();
    const ids = await Promise.all(Array.from({ length: 2 * POOL_SIZE }, (_, n) => submit(n)));
    await Promise.all(ids.map((id) => log.untilEnded(id)));
    await expectAllDone(2 * POOL_SIZE);
  });

  it('a pooler that is killed and started again under load loses nothing', async () => {
    const submit = await startFleet();
    const ids = [await submit(0), await submit(1)];
    await log.until('first results', ({ event }) => event === 'verification', 100);
    await pooler.kill();
    await Promise.all(ids.map((id) => log.untilEnded(id)));
    await expectAllDone(2);
  });
});
