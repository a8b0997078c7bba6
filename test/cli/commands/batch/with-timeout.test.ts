import { expect, test } from 'vitest';
import { withTimeout } from '../../../../src/cli/commands/batch/work-on-job.ts';
import { EXIT_CODES } from '../../../../src/cli/exit-codes.ts';
import { MailvetError } from '../../../../src/errors.ts';
import { instantClock } from '../../../support/instant-clock.ts';

test.for([
  ['unsent', 5, 'before the service had taken a batch'],
  ['running', 7, 'the batches go on at the service'],
  ['embedded', 7, 'at the next command'],
] as const)(
  'time that runs out while batches are %s ends with %i',
  async ([standing, exit, words]) => {
    const context = { clock: instantClock(), signal: new AbortController().signal };
    const untilOver = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    const invocation = { context, globals: { timeout: 2000 } };
    const error = await withTimeout(invocation, untilOver, () => standing).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(MailvetError);
    expect(error.message).toContain('--timeout ran out after 2.0 s');
    expect(error.message).toContain(words);
    expect(EXIT_CODES[(error as MailvetError).code]).toBe(exit);
  },
);
