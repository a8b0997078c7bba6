import { expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

test.for([
  [
    'batch submit x.csv --only delivrable',
    "Unknown verdict 'delivrable' for --only",
    'deliverable',
  ],
  ['batch submit x.csv --columns socre', "Unknown column 'socre' for --columns", 'score'],
  ['batch submit x.csv --progress line', "Unknown mode 'line' for --progress", 'lines'],
  ['batch submit x.csv --encoding utf-9', "Unknown encoding 'utf-9' for --encoding", 'utf-8'],
  ['verify a@b.example --fail-on rsiky', "Unknown verdict 'rsiky' for --fail-on", 'risky'],
  ['verify a@b.example --risky-role ture', "Unknown value 'ture' for --risky-role", 'true'],
  ['verify a@b.example --format jsno', "Unknown format 'jsno' for --format", 'json'],
  ['verify a@b.example --reporter junti', "Unknown reporter 'junti' for --reporter", 'junit'],
  ['admin invite a@b.example --team t --role onwer', "Unknown role 'onwer' for --role", 'owner'],
] as const)('%s names what is wrong and what was meant', async ([line, message, meant]) => {
  const { exitCode, stderr } = await runCli([...line.split(' '), '--no-input']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${message}\nDid you mean '${meant}'?`);
});

test('a word that is near none gets the list alone', async () => {
  const { stderr } = await runCli(['verify', 'a@b.example', '--fail-on', 'everything']);
  expect(stderr).toContain('\nVerdicts: deliverable, risky, undeliverable, unknown\n');
});

test('a share in --fail-on of a list is led to the flag that takes it', async () => {
  const { exitCode, stderr } = await runCli(['clean', 'x.csv', '--fail-on', 'undeliverable>5%']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    "Unknown verdict 'undeliverable>5%' for --fail-on\nFor a share of undeliverable rows: --max-undeliverable 5\n",
  );
});
