import { expect, it } from 'vitest';
import { batchWorld } from '../../support/batch-world.ts';
import { runCli } from '../../support/run-cli.ts';
import { startStandIn } from '../../support/stand-in.ts';

const SANDBOX = ['full', 'disabled', 'blocked', 'deliverable'].map(
  (name) => `${name}@sandbox.test`,
);

it('the embedded service says why, in every format', async () => {
  const stdin = SANDBOX.join('\n');
  const { stdout } = await runCli(['verify', '--json'], { stdin });
  const records = JSON.parse(stdout) as { detail: string }[];
  expect(records.map(({ detail }) => detail)).toEqual(['full', 'disabled', 'blocked', 'accepted']);
  const csv = await runCli(['verify', '--format', 'csv'], { stdin });
  expect(csv.stdout.split('\n')[1]).toMatch(/,mailbox,,,full$/);
});

it('a list of the embedded service comes back with its details, and words for them', async () => {
  const args = ['batch', 'submit', '-', '--wait', '--format', 'jsonl'];
  const { stdout, stderr } = await runCli(args, { stdin: SANDBOX.join('\n') });
  const records = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { detail: string });
  expect(records.map(({ detail }) => detail)).toEqual(['full', 'disabled', 'blocked', 'accepted']);
  expect(stderr).toContain('1 mailbox disabled, 1 mailbox full');
  expect(stderr).toContain('1 address at a mail server that refused our check');
});

it('a foreign service gets a preference that it may ignore, and no parameter', async () => {
  await using service = await startStandIn();
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
  const { stdout } = await runCli(['verify', 'ada@b.de', '--format', 'csv'], { env });
  expect(stdout.split('\n')[1]).toMatch(/,accepted,,,$/);
  const [asked] = service.requests;
  expect(asked?.url).toBe('/api/v1/verify');
  expect(asked?.headers.prefer).toBe('include=detail');
});

it('a foreign service that refuses unknown parameters takes every command', async () => {
  await using world = await batchWorld();
  world.write('list.csv', 'email\nada@b.de\nbob@c.de\n');
  const commands = ['clean list.csv', 'verify ada@b.de', 'history', 'batch list'];
  for (const command of commands) expect((await world.run(command)).exitCode).toBe(0);
  const [batch] = world.standIn.batches;
  expect((await world.run(`batch results ${batch?.id}`)).exitCode).toBe(0);
});
