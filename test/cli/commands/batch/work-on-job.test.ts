import { expect, test } from 'vitest';
import { withTimeout } from '../../../../src/cli/commands/batch/work-on-job.ts';
import { EXIT_CODES } from '../../../../src/cli/exit-codes.ts';
import { MailvetError } from '../../../../src/lib/errors.ts';
import { instantClock } from '../../../support/manual-clock.ts';

test.for([
  ['unsent', 5, ', before the service had taken a batch'],
  ['running', 7, '; the batches go on at the service'],
  ['embedded', 7, '; the batches go on at the next command that needs them'],
] as const)(
  'time that runs out while batches are %s ends with %i',
  async ([standing, exit, words]) => {
    const context = { clock: instantClock(), signal: new AbortController().signal };
    const untilOver = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    const invocation = { context, globals: { timeout: 2000 } };
    const error = await withTimeout(invocation, untilOver, () => standing).then(
      () => expect.unreachable('the work ended before its time was over'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof MailvetError)) throw error;
    expect(error.message).toBe(`--timeout ran out after 2.0 s${words}`);
    expect(EXIT_CODES[error.code]).toBe(exit);
  },
);

test('work that ends in time gives its result, and its own error', async () => {
  const context = { clock: instantClock({ endless: 1000 }), signal: new AbortController().signal };
  const invocation = { context, globals: { timeout: 2000 } };
  await expect(
    withTimeout(
      invocation,
      async () => 'done',
      () => 'running',
    ),
  ).resolves.toBe('done');
  const fails = () => Promise.reject(new TypeError('broken'));
  await expect(withTimeout(invocation, fails, () => 'running')).rejects.toThrow('broken');
});

test('an interruption ends the work with its own reason, not with that of the time-out', async () => {
  const interrupted = new AbortController();
  const context = { clock: instantClock({ endless: 1000 }), signal: interrupted.signal };
  const reason = new MailvetError('interrupted', 'stopped');
  const work = withTimeout(
    { context, globals: { timeout: 2000 } },
    async (signal) => {
      interrupted.abort(reason);
      signal.throwIfAborted();
    },
    () => 'running',
  );
  await expect(work).rejects.toBe(reason);
});
