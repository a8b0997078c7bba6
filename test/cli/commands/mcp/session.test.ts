import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { ListRun } from '../../../../src/cli/commands/mcp/list-run.ts';
import { McpSession } from '../../../../src/cli/commands/mcp/session.ts';
import type { Invocation } from '../../../../src/cli/invocation.ts';
import { toInput, toOutput } from '../../../../src/cli/io/streams.ts';
import { systemClock } from '../../../../src/lib/clock.ts';

function createSession(): McpSession {
  const output = toOutput(new PassThrough());
  const streams = { stdin: toInput(new PassThrough()), stdout: output, stderr: output };
  const context = { ...streams, env: {}, clock: systemClock };
  return new McpSession({ context, globals: {} } as unknown as Invocation);
}

function runOf(jobId: string, isActive: boolean): ListRun {
  return { jobId, isActive, settled: async () => {} } as unknown as ListRun;
}

test('a session keeps the runs under way and the last hundred that ended', async () => {
  await using session = createSession();
  for (let at = 0; at < 250; at += 1) session.addRun(runOf(`job_${at}`, at % 50 === 0));
  const kept = [...session.runs.values()];
  expect(kept.filter(({ isActive }) => isActive).map(({ jobId }) => jobId)).toEqual([
    ...['job_0', 'job_50', 'job_100', 'job_150', 'job_200'],
  ]);
  expect(kept.filter(({ isActive }) => !isActive)).toHaveLength(100);
  expect(kept.at(-1)?.jobId).toBe('job_249');
});
