/**
 * An answer from the cache by the API (authenticated, counted, written into the history), beside a Hono
 * application that looks one up, and a bare one.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder, type Listening, listening, MAILVET, meterOf, startMetered } from '../metered.ts';
import { keepAnswer, NODE_FLAGS, runLoad } from '../service/cached-verification.ts';
import type { Part } from './figures.ts';

const CONNECTIONS = 50;
const BARE = fileURLToPath(new URL('bare-service.js', import.meta.url));

export const cached: Part = (inTurn) =>
  inFolder(async (home) => {
    const database = join(home, 'service.db');
    const own = ['serve', '--port', '0', '--rate-limit', '0', '--database', database];
    await using ours = await warmed([MAILVET, ...own], home, () => keepAnswer(database));
    const answer = JSON.stringify(ours.answer);
    await using floor = await warmed([BARE, answer, join(home, 'floor.db')], home);
    await using bare = await warmed([BARE, answer], home);
    const found = await inTurn({ ours: ours.measure, floor: floor.measure, bare: bare.measure });
    const share = (of: { readonly cpuMicros: number }) => found.bare.cpuMicros / of.cpuMicros;
    return [
      {
        title: 'Cached answer, by API: CPU a request',
        unit: 'µs',
        ours: found.ours.cpuMicros,
        floor: found.floor.cpuMicros,
        wanted: { most: 30 },
      },
      {
        title: 'Cached answer, by API: share of the speed of bare Hono',
        unit: '',
        ours: share(found.ours),
        floor: share(found.floor),
        wanted: { least: 0.55 },
      },
    ];
  });

async function warmed(
  command: readonly string[],
  home: string,
  prepare: () => Promise<object> = async () => ({}),
) {
  const program = startMetered([...NODE_FLAGS, ...command], home);
  const service = await listening(program);
  const answer = await prepare();
  await load(service, program, 2);
  return {
    answer,
    measure: () => load(service, program, 4),
    [Symbol.asyncDispose]: async () => {
      // meter.js exits then; after a signal Node would write no profile.
      program.disconnect();
      await once(program, 'exit');
    },
  };
}

/** Processor time of the service for each request. */
async function load(service: Listening, program: ChildProcess, seconds: number) {
  const before = await meterOf(program);
  const { statuses } = await runLoad(service, { connections: CONNECTIONS, seconds });
  const after = await meterOf(program);
  const { 200: answered = 0, ...others } = statuses;
  if (Object.keys(others).length > 0) throw new Error(JSON.stringify(statuses));
  return { cpuMicros: ((after.cpuSeconds - before.cpuSeconds) / answered) * 1e6 };
}
