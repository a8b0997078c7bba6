/** Agents call tools side by side, and give them long lists. */
import { readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentListState } from '../../../../src/cli/commands/mcp/schemas.ts';
import { type Clock, systemClock } from '../../../../src/lib/clock.ts';
import { pollInterval } from '../../../../src/lists/run/follow-batches.ts';
import { eachTest } from '../../../support/each-test.ts';
import { instantClock } from '../../../support/manual-clock.ts';
import { type McpClient, startMcp } from '../../../support/mcp-client.ts';
import { type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';
import { type StandIn, startStandIn } from '../../../support/stand-in.ts';

const user = eachTest(temporaryHome);
const service = eachTest(startStandIn);

interface ListAnswer {
  readonly result: AgentListState;
}

function mcpFor(
  { path: home }: TemporaryHome,
  { url, apiKey }: StandIn,
  clock: Clock = systemClock,
): Promise<McpClient> {
  const env = { MAILVET_BASE_URL: url, MAILVET_API_KEY: apiKey };
  return startMcp({ home, env, clock });
}

/** Longer than any retries. */
const GONE = Array.from({ length: 100 }, () => ({ kind: 'drop_before' }) as const);

async function writeList(
  { path }: TemporaryHome,
  name: string,
  count: number,
  domain = 'example.com',
): Promise<string> {
  const rows = Array.from({ length: count }, (_, at) => `${name}${at}@${domain}`);
  const file = join(path, `${name}.csv`);
  await writeFile(file, `email\n${rows.join('\n')}\n`);
  return file;
}

/** How many descriptors this process has of files below a directory. */
async function openFilesBelow(directory: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(targets)).filter((path) => path.startsWith(directory)).length;
}

/** The machine's clock, on which no wait for the next poll passes. */
function withoutPolls(): Clock {
  const sleep: Clock['sleep'] = (ms, signal) =>
    systemClock.sleep(ms === pollInterval(0) ? 600_000 : ms, signal);
  return { ...systemClock, sleep };
}

describe('calls of mailvet mcp', () => {
  it('get each its own answer, however many there are at once', async () => {
    await using mcp = await mcpFor(user, service);
    const emails = Array.from({ length: 50 }, (_, at) =>
      at % 2 ? `ann${at}@example.com` : `undeliverable+${at}@example.com`,
    );
    const calls = emails.map((email) =>
      mcp.call<{ email: string; verdict: string }>('verify_email', { email }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ email }) => email)).toEqual(emails);
    expect(service.requestsOf('verify')).toHaveLength(50);
  });

  it('verify lists side by side, and the same list once', async () => {
    await using mcp = await mcpFor(user, service);
    const [one, two] = [await writeList(user, 'one', 3), await writeList(user, 'two', 4)];
    const verify = (file: string) => mcp.call<ListAnswer>('verify_list', { file });
    const [first, second, third] = await Promise.allSettled([one, two, one].map(verify));
    expect(second).toMatchObject({ value: { result: { state: 'finished', done: 4 } } });
    expect([first?.status, third?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = first?.status === 'rejected' ? first : third;
    expect(`${(refused as PromiseRejectedResult).reason}`).toMatch(/locked: |submitted already/);
    expect((await verify(one)).result).toMatchObject({ state: 'finished', done: 3 });
    expect(service.batches).toHaveLength(2);
  });

  it('end as soon as the embedded service has verified their lists', async () => {
    await using mcp = await startMcp({ home: user.path, clock: withoutPolls() });
    const lists = ['one', 'two'].map((name) => writeList(user, name, 3, 'sandbox.test'));
    const calls = lists.map(async (file) =>
      mcp.call<ListAnswer>('verify_list', { file: await file, waitSeconds: 240 }),
    );
    for (const { result } of await Promise.all(calls)) {
      expect(result).toMatchObject({ state: 'finished', done: 3 });
    }
  });

  it('send a long list as batches, with its totals and no address in the answer', async () => {
    await using mcp = await mcpFor(user, service);
    const file = await writeList(user, 'long', 9_999);
    const answer = await mcp.call<ListAnswer>('verify_list', { file, waitSeconds: 240 });
    expect(answer.result).toMatchObject({ state: 'finished', done: 9_999, columns: ['email'] });
    expect(answer.result.totals?.verdicts).toMatchObject({ deliverable: 9_999 });
    expect(service.batches).toHaveLength(10);
    expect(JSON.stringify(answer)).not.toContain('@example.com');
  });

  it.skipIf(process.platform !== 'linux')(
    'leave no file open behind the last of them',
    async () => {
      await using mcp = await startMcp({ home: user.path });
      for (let turn = 0; turn < 3; turn += 1) {
        await mcp.call('verify_email', { email: 'ann@sandbox.test' });
        await mcp.call('verify_email', { email: 'no address' });
      }
      const file = await writeList(user, 'list', 2, 'sandbox.test');
      await mcp.call('verify_list', { file });
      await expect.poll(() => openFilesBelow(user.path)).toBe(0);
    },
  );

  it('refuse a list that is longer than an agent may send unasked', async () => {
    await using mcp = await mcpFor(user, service);
    const file = await writeList(user, 'huge', 10_001);
    expect(await mcp.fail('verify_list', { file })).toContain('10,001 distinct addresses');
    expect(service.requests).toEqual([]);
  });

  it('name a service that is gone, and go on with the list once it is back', async () => {
    // Retries come at once; a try's time-out does not.
    const clock = instantClock({ endless: 29_000 });
    await using mcp = await mcpFor(user, service, clock);
    const file = await writeList(user, 'list', 2);
    service.fail('createBatch', ...GONE);
    service.fail('listBatches', ...GONE);
    const error = await mcp.fail('verify_list', { file });
    expect(error).toMatch(/^network: .*\n.*verify_list with the same file/);
    service.recover();
    const { result } = await mcp.call<ListAnswer>('verify_list', { file });
    expect(result).toMatchObject({ state: 'finished', done: 2, problem: null });
    expect(service.batches).toHaveLength(1);
  });
});
