import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('../../src/cli/real-context.ts', import.meta.url));

/** A program whose work never ends. */
function endless(prologue: string, leaveMs: number) {
  const script = `
    import { catchSignals } from ${JSON.stringify(MODULE)};
    catchSignals().leaveWithin(${leaveMs});
    ${prologue}
    setInterval(() => {}, 1000);
    process.stdout.write('ready');`;
  return spawn(process.execPath, ['--input-type=module', '-e', script]);
}

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a program whose work does not end', async ([name, code]) => {
  const child = endless('', 50);
  await once(child.stdout, 'data');
  child.kill(name);
  expect(await once(child, 'exit')).toEqual([code, null]);
});

test('a thread that never comes back from a file does not keep the program', async () => {
  const block = `
    import { execFileSync } from 'node:child_process';
    import { mkdtempSync, open } from 'node:fs';
    const pipe = mkdtempSync('/tmp/mailvet-pipe-') + '/pipe';
    execFileSync('mkfifo', [pipe]);
    open(pipe, 'r', () => {});`;
  const child = endless(block, 60_000);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  const [code, signal] = await once(child, 'exit');
  // For a shell both are 143.
  expect(code === null).toBe(true);
  expect(['SIGINT', 'SIGTERM']).toContain(signal);
});
