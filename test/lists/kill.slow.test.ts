import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/routes.ts';
import { instantClock } from '../support/manual-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { startProgram } from '../support/run-program.ts';
import { type Fault, startStandIn } from '../support/stand-in.ts';
import { addressesOf, temporaryDirectory, timesSent } from './job-bench.ts';

const ADDRESSES = addressesOf(2100);
const LIST = `id,email\n${ADDRESSES.map((address, index) => `${index},${address}`).join('\n')}\n`;

const ACTS: Fault = { kind: 'hold', until: new Promise(() => {}) };
const SWALLOWED: Fault = { kind: 'swallow' };
const FINE: Fault = { kind: 'hold', until: Promise.resolve() };

interface Instant {
  readonly when: string;
  readonly operation: Operation;
  /** The request at whose arrival the program is killed, from 1. */
  readonly request: number;
  readonly fault: Fault;
}

const INSTANTS: readonly Instant[] = [
  { when: 'nothing was sent yet', operation: 'listBatches', request: 1, fault: SWALLOWED },
  { when: 'the first POST went nowhere', operation: 'createBatch', request: 1, fault: SWALLOWED },
  { when: 'the first POST was acted on', operation: 'createBatch', request: 1, fault: ACTS },
  { when: 'the second POST was acted on', operation: 'createBatch', request: 2, fault: ACTS },
  { when: 'the first results were on their way', operation: 'getBatch', request: 1, fault: ACTS },
  { when: 'the last results were on their way', operation: 'getBatch', request: 3, fault: ACTS },
];

const RETRY_INSTANTS: readonly Instant[] = [
  { when: 'the POST went nowhere', operation: 'createBatch', request: 4, fault: SWALLOWED },
  { when: 'the POST was acted on', operation: 'createBatch', request: 4, fault: ACTS },
  { when: 'the second POST was acted on', operation: 'createBatch', request: 5, fault: ACTS },
  { when: 'the last results were on their way', operation: 'getBatch', request: 6, fault: ACTS },
];

const SUBMIT = ['batch', 'submit', 'list.csv', '-o', 'out.csv'];

let undisturbed: string;

beforeAll(async () => {
  await using standIn = await startStandIn();
  using home = temporaryDirectory();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const { ended } = startProgram(standIn, home.path, SUBMIT);
  expect(await ended).toMatchObject({ exitCode: 0 });
  undisturbed = readFileSync(join(home.path, 'out.csv'), 'utf8');
  expect(undisturbed.split('\n')).toHaveLength(ADDRESSES.length + 2);
});

test.for(INSTANTS)(
  'killed when $when, a resume sends the rest and loses nothing',
  async (instant) => {
    await using standIn = await startStandIn();
    using home = temporaryDirectory();
    writeFileSync(join(home.path, 'list.csv'), LIST);
    const { operation, request, fault } = instant;
    standIn.fail(operation, ...Array<Fault>(request - 1).fill(FINE), fault);
    const program = startProgram(standIn, home.path, SUBMIT);
    await standIn.arrived(operation, request);
    expect(await program.end()).toMatchObject({ exitCode: null });
    expect(existsSync(join(home.path, 'out.csv'))).toBe(false);
    // What the list has become since is of no concern.
    writeFileSync(join(home.path, 'list.csv'), 'changed');
    // In memory, on a clock on which the look for what may have been sent takes no time.
    const env = { MAILVET_API_KEY: standIn.apiKey, MAILVET_BASE_URL: standIn.url };
    const clock = instantClock({ start: Date.now(), endless: 60_000 });
    const resumed = await runCli(['batch', 'resume'], { env, clock, home: home.path });
    expect(resumed.exitCode).toBe(0);
    expect([...timesSent(standIn)]).toEqual(ADDRESSES.map((address) => [address, 1]));
    expect(readFileSync(join(home.path, 'out.csv'), 'utf8')).toBe(undisturbed);
  },
);

test.for(RETRY_INSTANTS)(
  'a retry killed when $when goes on, pays for each address once and loses nothing',
  async ({ operation, request, fault }) => {
    const unanswered: ('deliverable' | 'smtp')[] = ['deliverable', 'smtp'];
    await using standIn = await startStandIn({ leaveOut: unanswered });
    using home = temporaryDirectory();
    writeFileSync(join(home.path, 'list.csv'), LIST);
    await startProgram(standIn, home.path, SUBMIT).ended;
    unanswered.length = 0;
    const env = { MAILVET_API_KEY: standIn.apiKey, MAILVET_BASE_URL: standIn.url };
    const clock = instantClock({ start: Date.now(), endless: 60_000 });
    const run = (line: string) => runCli(line.split(' '), { env, clock, home: home.path });
    const { stdout: list } = await run('jobs list');
    const job = /job_\w+/.exec(list)?.[0] ?? '';
    const before = standIn.requestsOf(operation).length;
    standIn.fail(operation, ...Array<Fault>(request - before - 1).fill(FINE), fault);
    const program = startProgram(standIn, home.path, ['batch', 'retry', job]);
    await standIn.arrived(operation, request);
    await program.end();
    const resumed = await run(`batch retry ${job}`);
    expect(resumed).toMatchObject({ exitCode: 0 });
    expect([...timesSent(standIn)]).toEqual(ADDRESSES.map((address) => [address, 2]));
    expect(readFileSync(join(home.path, 'out.csv'), 'utf8')).toBe(undisturbed);
    const { stderr } = await run(`batch retry ${job}`);
    expect(stderr).toContain('No address is unknown');
  },
);
