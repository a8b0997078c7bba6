import { expect, test } from 'vitest';
import { batchWorld } from '../../support/batch-world.ts';
import { runCli } from '../../support/run-cli.ts';

test.for([
  'batch submit list.csv',
  'batch submit list.csv --wait -o first.csv',
  'batch watch batch_1',
  'batch resume --wait -o resumed.csv',
  'batch results batch_1',
  'batch list',
  'batch cancel batch_1',
  'clean list.csv --again',
  'verify ada@example.com',
  'history',
  'whoami',
])('%s takes its key from stdin', async (line) => {
  await using w = await batchWorld();
  w.write('list.csv', 'email\nada@example.com\n');
  if (!line.includes('submit')) await w.run('batch submit list.csv');
  const env = { MAILVET_BASE_URL: w.standIn.url };
  const { stderr, exitCode } = await runCli([...line.split(' '), '--api-key-file', '-'], {
    home: w.home,
    env,
    stdin: `${w.standIn.apiKey}\n`,
  });
  expect(stderr).not.toContain('There is no API key');
  // The stand-in ends batches at once, which then can't be cancelled.
  expect([0, 8]).toContain(exitCode);
});

test.for(['batch submit', 'batch submit -'])(
  '%s does not take both its list and its key from stdin',
  async (line) => {
    const { stderr, exitCode } = await runCli([...line.split(' '), '--api-key-file', '-'], {
      stdin: 'ada@example.com\n',
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('stdin can hold the list or the API key, not both');
  },
);

test('a base URL that is none is named before the missing key', async () => {
  const { stderr, exitCode } = await runCli(['whoami', '--base-url', 'notaurl']);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('notaurl');
  expect(stderr).not.toContain('no API key');
});
