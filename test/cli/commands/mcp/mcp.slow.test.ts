/** `mailvet mcp` as an agent meets it, through the SDK's client. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { AgentListState } from '../../../../src/cli/commands/mcp/schemas.ts';
import { type Clock, systemClock } from '../../../../src/lib/clock.ts';
import { openJob } from '../../../../src/lists/directory/job-directory.ts';
import { eachTest } from '../../../support/each-test.ts';
import { type McpClient, spawnMcp, startMcp } from '../../../support/mcp-client.ts';
import { type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';
import { type StandIn, startStandIn } from '../../../support/stand-in.ts';

const user = eachTest(temporaryHome);

const CONTACTS = new URL('../../../../fixtures/contacts.csv', import.meta.url);

interface ListAnswer {
  readonly result: AgentListState;
}

interface ResultsAnswer extends ListAnswer {
  readonly lists: readonly { readonly id: string; readonly state: string }[];
}

function envOf(service: StandIn) {
  return { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
}

async function writeSimpleList({ path: home }: TemporaryHome, name = 'list.csv'): Promise<string> {
  const path = join(home, name);
  await writeFile(path, 'email\nann@example.com\nundeliverable@example.com\n');
  return path;
}

/** The machine's clock, on which an hour is over as soon as the service was asked for results. */
function hourUntilPolled(service: StandIn): Clock {
  const sleep: Clock['sleep'] = (ms, signal) =>
    ms === 3_600_000 ? service.arrived('getBatch') : systemClock.sleep(ms, signal);
  return { ...systemClock, sleep };
}

function finishBatches({ batches }: StandIn): void {
  for (const batch of batches) batch.polls = 1e7;
}

/** The call before holds the list until it has stopped. */
async function callUntilFree(mcp: McpClient, file: string): Promise<ListAnswer> {
  try {
    return await mcp.call<ListAnswer>('verify_list', { file });
  } catch (error) {
    if (!`${error}`.includes('locked: ')) throw error;
    return await callUntilFree(mcp, file);
  }
}

describe('mailvet mcp', () => {
  it('offers its tools with schemas and with what they do to the world', async () => {
    await using mcp = await startMcp({ home: user.path });
    const { tools } = await mcp.client.listTools();
    const hints = tools.map(({ name, annotations, outputSchema }) => [
      name,
      annotations?.readOnlyHint ?? false,
      annotations?.destructiveHint ?? false,
      outputSchema?.type,
    ]);
    expect(hints).toEqual([
      ['verify_email', true, false, 'object'],
      ['verify_list', false, true, 'object'],
      ['list_results', true, false, 'object'],
    ]);
    expect(mcp.client.getServerVersion()).toMatchObject({ name: 'mailvet' });
    expect(mcp.client.getInstructions()).toContain('unknown');
  });

  it('verifies an address with the embedded service, and says what to do', async () => {
    await using mcp = await startMcp({ home: user.path });
    expect(await mcp.call('verify_email', { email: 'Full <full@sandbox.test>' })).toMatchObject({
      email: 'full@sandbox.test',
      verdict: 'undeliverable',
      reason: 'mailbox',
      detail: 'full',
      meaning: 'The mailbox exists, but it is full',
      advice: expect.stringMatching(/./),
    });
    for (const explain of [false, true]) {
      const email = 'ann@disposable.sandbox.test';
      expect(await mcp.call('verify_email', { email, explain })).toMatchObject({
        verdict: 'risky',
        detail: 'accepted',
        meaning: 'disposable address',
        advice: expect.stringMatching(/^Leave it out/),
      });
    }
    expect(await mcp.call('verify_email', { email: 'ann@gmial' })).toMatchObject({
      verdict: 'undeliverable',
      reason: 'syntax',
    });
    expect(mcp.stderr()).toContain('embedded service');
  });

  it('explains a verdict with the dialogue, the reply and what to do', async () => {
    await using mcp = await startMcp({ home: user.path });
    const full = await mcp.call<{ dialogue: string[]; reply: string }>('verify_email', {
      ...{ email: 'full@sandbox.test', explain: true },
    });
    expect(full).toMatchObject({ verdict: 'undeliverable', detail: 'full' });
    expect(full.reply).toMatch(/^[45]52 /);
    expect(full.dialogue).toContain('reply       552 5.2.2 Mailbox is over quota');
  });

  it("explains a verdict of a remote service with the mail host's reply", async () => {
    await using service = await startStandIn();
    const detail = {
      reason: 'full',
      provider: 'example',
      mxHost: 'mx.example.com',
      reply: { code: 552, enhanced: '5.2.2', text: 'Mailbox full' },
    };
    const body = {
      ...{ email: 'ann@example.com', valid: true, deliverable: false, acceptAll: false },
      ...{ role: false, temporary: false, mx: true, smtp: true, score: 20, detail },
    };
    service.fail('verify', { kind: 'answer', status: 200, body });
    await using mcp = await startMcp({ home: user.path, env: envOf(service) });
    const given = { email: 'ann@example.com', explain: true };
    expect(await mcp.call('verify_email', given)).toMatchObject({
      verdict: 'undeliverable',
      provider: 'example',
      mailHost: 'mx.example.com',
      reply: '552 5.2.2 Mailbox full',
      dialogue: null,
    });
  });

  it('verifies a list as a child of its client, with progress, writes it beside, and shows it as finished', async () => {
    await copyFile(CONTACTS, join(user.path, 'contacts.csv'));
    await using mcp = await spawnMcp({ home: user.path });
    const progress: number[] = [];
    const onprogress = (report: { progress: number }) => progress.push(report.progress);
    const { result } = await mcp.call<ListAnswer>(
      'verify_list',
      { file: 'contacts.csv' },
      { onprogress },
    );
    expect(result).toMatchObject({ state: 'finished', problem: null });
    expect(result.notes).toContain('contacts.csv: Using column "E-mail"');
    expect(result.totals?.verdicts.deliverable).toBeGreaterThan(5);
    expect(result.output).toBe(join(user.path, 'contacts.verified.csv'));
    expect(await readFile(result.output ?? '', 'utf8')).toContain('undeliverable');
    expect(progress.at(-1)).toBe(result.addresses);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    const { lists } = await mcp.call<ResultsAnswer>('list_results');
    expect(lists).toMatchObject([{ id: result.id, state: 'finished' }]);
    for (const named of [{ id: result.id }, { list: 'contacts.csv' }]) {
      const { result: later } = await mcp.call<ResultsAnswer>('list_results', named);
      expect(later).toEqual({ ...result, notes: [] });
    }
  });

  it('uses the results of a list that was verified, and verifies it again only when told', async () => {
    await using service = await startStandIn();
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path, env: envOf(service) });
    const first = await mcp.call<ListAnswer>('verify_list', { file });
    const second = await mcp.call<ListAnswer>('verify_list', { file });
    expect(second.result.id).toBe(first.result.id);
    expect(second.result.notes.join()).toContain('verified already');
    expect(service.batches).toHaveLength(1);
    const third = await mcp.call<ListAnswer>('verify_list', {
      ...{ file, again: true, overwrite: true },
    });
    expect(third.result.id).not.toBe(first.result.id);
    expect(service.batches).toHaveLength(2);
  });

  it('never replaces a file unless it is told to', async () => {
    await using service = await startStandIn();
    const file = await writeSimpleList(user);
    await writeFile(join(user.path, 'kept.csv'), 'mine');
    await using mcp = await startMcp({ home: user.path, env: envOf(service) });
    const error = await mcp.fail('verify_list', { file, output: 'kept.csv' });
    expect(error).toMatch(
      /kept\.csv exists already\nSet overwrite to true, or give another output$/,
    );
    expect(await readFile(join(user.path, 'kept.csv'), 'utf8')).toBe('mine');
    expect(service.batches).toEqual([]);
    const { result } = await mcp.call<ListAnswer>('verify_list', {
      ...{ file, output: 'kept.csv', overwrite: true },
    });
    expect(await readFile(join(user.path, 'kept.csv'), 'utf8')).toContain('ann@example.com');
    // A person who resumes the job gives that leave again.
    const jobs = join(user.path, '.local', 'state', 'mailvet', 'jobs');
    using job = openJob(jobs, result.id);
    expect(job.record.settings).toMatchObject({ wait: true });
    expect(job.record.settings).not.toHaveProperty('force');
  });

  it('says what a dry run would verify, without a service and without a file', async () => {
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({
      home: user.path,
      env: { MAILVET_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(await mcp.call('verify_list', { file, dryRun: true })).toMatchObject({
      result: null,
      plan: { rows: 2, addresses: 2, batches: 1, columns: ['email'] },
    });
    expect(existsSync(join(user.path, 'list.verified.csv'))).toBe(false);
  });

  it('stops when its time is over, says how far it is, and goes on when it is called again', async () => {
    await using service = await startStandIn({ pollsToFinish: 1e6 });
    const file = await writeSimpleList(user);
    const env = envOf(service);
    await using mcp = await startMcp({ home: user.path, env, clock: hourUntilPolled(service) });
    const { result } = await mcp.call<ListAnswer>('verify_list', { file, waitSeconds: 3600 });
    expect(result).toMatchObject({ state: 'running', sent: 2, done: 0, totals: null });
    expect(result).toMatchObject({ problem: null, output: null });
    expect(result.next).toContain('verify_list with the same file goes on');
    expect(service.batches).toMatchObject([{ status: 'processing' }]);
    const seen = await mcp.call<ResultsAnswer>('list_results', { list: file });
    expect(seen.result).toMatchObject({ id: result.id, state: 'running' });
    finishBatches(service);
    const again = await mcp.call<ListAnswer>('verify_list', { file });
    expect(again.result).toMatchObject({ id: result.id, state: 'finished', problem: null });
    expect(again.result.totals?.verdicts).toMatchObject({ deliverable: 1, undeliverable: 1 });
    expect(service.batches).toHaveLength(1);
  });

  it('stops when the client cancels the call, and pays for nothing twice', async () => {
    await using service = await startStandIn({ pollsToFinish: 1e6 });
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path, env: envOf(service) });
    const control = new AbortController();
    const { signal } = control;
    const call = mcp.call('verify_list', { file }, { signal });
    await service.arrived('getBatch');
    control.abort();
    await expect(call).rejects.toThrow();
    expect(service.batches).toMatchObject([{ status: 'processing' }]);
    finishBatches(service);
    const { result } = await callUntilFree(mcp, file);
    expect(result).toMatchObject({ state: 'finished', done: 2 });
    expect(service.batches).toHaveLength(1);
  });

  it('names what it does not know', async () => {
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path });
    expect(await mcp.fail('list_results', { id: 'job_none' })).toContain('no job job_none');
    expect(await mcp.fail('list_results', { list: file })).toMatch(
      /list\.csv was not verified from this machine\nlist_results without list shows/,
    );
    expect(await mcp.call('list_results')).toEqual({ lists: [], result: null });
  });

  it('refuses more addresses than were allowed, in the words of the tools', async () => {
    await using service = await startStandIn();
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path, env: envOf(service) });
    const error = await mcp.fail('verify_list', { file, maxAddresses: 1 });
    expect(error).toContain('2 distinct addresses, over 1');
    expect(error).toContain('Raise maxAddresses');
    expect(error).not.toContain('--');
  });

  it('hands the results over that exist when the plan ends, with the problem', async () => {
    await using service = await startStandIn();
    service.quota = 0;
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path, env: envOf(service) });
    const { result } = await mcp.call<ListAnswer>('verify_list', { file });
    expect(result.problem).toMatchObject({
      code: 'quota',
      hint: 'Once the plan allows it, go on with: verify_list with the same file',
    });
  });

  it('asks for the settings anew after an error, so that a login helps at once', async () => {
    await using service = await startStandIn();
    const config = join(user.path, '.config', 'mailvet', 'config.json');
    await mkdir(join(config, '..'), { recursive: true });
    await writeFile(config, JSON.stringify({ baseUrl: service.url, apiKey: 'wrong' }));
    await using mcp = await startMcp({ home: user.path });
    expect(await mcp.fail('verify_email', { email: 'ann@example.com' })).toMatch(/^unauthorized: /);
    await writeFile(config, JSON.stringify({ baseUrl: service.url, apiKey: service.apiKey }));
    expect(await mcp.call('verify_email', { email: 'ann@example.com' })).toMatchObject({
      verdict: 'deliverable',
    });
  });
});

describe('the files that mailvet mcp may read and write', () => {
  it('are those below the working directory, links followed', async () => {
    await using stranger = await temporaryHome();
    const foreign = await writeSimpleList(stranger);
    await symlink(foreign, join(user.path, 'link.csv'));
    await writeSimpleList(user, '.hidden.csv');
    const own = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path });
    const plan = (file: string, others = {}) =>
      mcp.fail('verify_list', { file, dryRun: true, ...others });
    for (const file of [foreign, 'link.csv', '../list.csv', '/dev/stdin', '-/../..']) {
      expect(await plan(file)).toContain('outside of the directories that are open to agents');
    }
    expect(await plan('.hidden.csv')).toContain('is hidden');
    expect(await plan(own, { output: '/dev/stdout' })).toContain('outside');
    expect(await plan(own, { output: '.bashrc' })).toContain('is hidden');
  });

  it('are those below --root, and the first one takes relative names', async () => {
    await mkdir(join(user.path, 'lists'));
    await writeSimpleList(user, 'lists/inside.csv');
    await writeSimpleList(user);
    const args = ['--root', join(user.path, 'lists')];
    await using mcp = await startMcp({ home: user.path, args, cwd: '/' });
    expect(await mcp.call('verify_list', { file: 'inside.csv', dryRun: true })).toMatchObject({
      plan: { rows: 2 },
    });
    const error = await mcp.fail('verify_list', {
      file: join(user.path, 'list.csv'),
      dryRun: true,
    });
    expect(error).toContain('outside');
  });

  it('are those of the folders that the client has open', async () => {
    await mkdir(join(user.path, 'open folder'));
    await writeSimpleList(user, 'open folder/inside.csv');
    await writeSimpleList(user);
    const roots = [pathToFileURL(join(user.path, 'open folder')).href];
    await using mcp = await startMcp({ home: user.path, roots });
    expect(await mcp.call('verify_list', { file: 'inside.csv', dryRun: true })).toMatchObject({
      plan: { rows: 2 },
    });
    expect(await mcp.fail('verify_list', { file: '../list.csv', dryRun: true })).toContain(
      'outside',
    );
  });

  it('are none where the server was started at the root of the file system', async () => {
    const file = await writeSimpleList(user);
    await using mcp = await startMcp({ home: user.path, cwd: '/' });
    expect(await mcp.fail('verify_list', { file, dryRun: true })).toContain(
      'no directory is open to agents',
    );
  });
});
