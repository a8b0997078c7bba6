import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { serveWith } from '../../../../src/cli/commands/serve/run.ts';
import type { LogEvent } from '../../../../src/cli/commands/serve/service-log.ts';
import type { Context } from '../../../../src/cli/context.ts';
import type { Invocation } from '../../../../src/cli/invocation.ts';
import { createLiveLine } from '../../../../src/cli/io/live-line.ts';
import { toOutput } from '../../../../src/cli/io/streams.ts';
import { type ManualClock, manualClock } from '../../../support/manual-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A pipe whose reader has stopped reading. */
function stalled(): Writable {
  return new Writable({ write: () => {} });
}

function taking(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

interface Stop {
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  readonly close?: () => Promise<void>;
}

/** Starts a service, tells it to stop, and says how long that took. */
async function stopAfter({ stdout = taking(), stderr = taking(), close }: Stop): Promise<number> {
  const folder = temporaryFolder();
  const clock: ManualClock = manualClock();
  const stop = new AbortController();
  const context: Context = {
    env: { MAILVET_DATABASE: folder.path('service.db') },
    cwd: folder.path('.'),
    home: folder.path('.'),
    platform: process.platform,
    stdin: undefined as never,
    stdout: toOutput(stdout),
    stderr: toOutput(stderr),
    live: createLiveLine(toOutput(stderr), {}),
    clock,
    random: () => 0.5,
    signal: stop.signal,
  };
  const invocation = { context, globals: {} } as unknown as Invocation;
  const serve = serveWith(async (_settings, { log }) => {
    const entry: LogEvent = { level: 'info', event: 'many' };
    for (let n = 0; n < 20_000; n++) log(entry);
    queueMicrotask(() => stop.abort());
    return { url: 'http://127.0.0.1:1', close: close ?? (async () => {}) };
  });
  const began = clock.monotonic();
  let done = false;
  const served = serve(invocation, { args: [], flags: {}, context }).finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  await served;
  folder.dispose();
  return clock.monotonic() - began;
}

it('a service stops although nobody reads its log', async () => {
  expect(await stopAfter({ stderr: stalled() })).toBeLessThan(30_000);
});

it('a service stops although nobody reads its stdout', async () => {
  expect(await stopAfter({ stdout: stalled() })).toBeLessThan(30_000);
});

it('a service stops within 30 s although a part of it does not', async () => {
  const close = () => new Promise<void>(() => {});
  expect(await stopAfter({ close, stderr: stalled() })).toBeLessThan(30_000);
});
