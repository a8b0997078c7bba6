import { expect, it } from 'vitest';
import { runCli, type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';

const run = (home: TemporaryHome, line: string, stdin = '') =>
  runCli(line.split(' '), { home: home.path, stdin });
const DOMAIN = 'accept-all.sandbox.test';
const ANN = `ann.lee@${DOMAIN}`;
const delivered = ['ada.king', 'ben.ross', 'carl.may', 'dora.fox', 'eve.hill'].map((name) =>
  JSON.stringify({ email: `${name}@${DOMAIN}`, event: 'delivered', timestamp: 1_767_225_600 }),
);

it('shows how likely a mailbox exists, and calls likely ones deliverable where that is wanted', async () => {
  await using home = await temporaryHome();
  const columns = '--columns email,verdict,likelihood';
  expect((await run(home, `verify ${columns} ${ANN}`)).stdout).toBe(`${ANN}\trisky\tunknown\n`);
  await run(home, 'learn', delivered.join('\n'));
  const [, verdict, likelihood] = (await run(home, `verify ${columns} ${ANN}`)).stdout
    .trim()
    .split('\t');
  expect(verdict).toBe('risky');
  expect(Number(likelihood)).toBeGreaterThan(0.6);
  const above = await run(
    home,
    `verify ${columns} --accept-all-above 0.6 ${ANN} x7k2q9zz4w@${DOMAIN}`,
  );
  expect(above.stdout).toMatch(/ann.lee@\S+\tdeliverable\t.*\nx7k2q9zz4w@\S+\trisky\t/);
  const list = await run(
    home,
    `batch submit --wait --yes ${columns} --accept-all-above 0.6`,
    `email\n${ANN}\n`,
  );
  expect(list.stdout).toContain(`deliverable,${likelihood}`);
  const { stdout } = await run(home, `verify --explain ${ANN}`);
  expect(stdout).toContain('this domain: 5 of 5 addresses got their mail');
  expect(stdout).toContain('the form first.last: 5 of 5 addresses');
  const { exitCode, stderr } = await run(home, `verify --accept-all-above 3 ${ANN}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('needs a number from 0 to 1')]);
});
