import { expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(temporaryHome);

const run = (home: TemporaryHome, line: string, stdin = '') =>
  runCli(line.split(' '), { home: home.path, stdin });

it('says that nothing is known before an outcome came', async () => {
  const { stdout, exitCode } = await run(home, 'accuracy');
  expect(stdout).toContain('nothing can be said yet');
  expect(stdout).not.toContain('%');
  expect(exitCode).toBe(0);
  const report = JSON.parse((await run(home, 'accuracy --json')).stdout);
  expect(report).toMatchObject({ verified: 0, outcomes: 0, rules: [], hosts: [], verdicts: [] });
});

it('looks back to a date as well as for a duration', async () => {
  const sinceOf = async (since: string) =>
    JSON.parse((await run(home, `accuracy --since ${since} --json`)).stdout).since;
  expect(await sinceOf('2026-03-10')).toBe('2026-03-10T00:00:00.000Z');
  expect(await sinceOf('2026-03-10T08:15:00+01:00')).toBe('2026-03-10T07:15:00.000Z');
  const { stderr, exitCode } = await run(home, 'accuracy --since yesterday');
  expect(stderr).toContain("not 'yesterday'");
  expect(stderr).toContain('2026-03-10');
  expect(exitCode).toBe(2);
});

it('shows what outcomes say of a list, and of the whole history', async () => {
  const list = 'email\nada@sandbox.test\nmailbox-gone@sandbox.test\nalan@sandbox.test\n';
  await run(home, 'batch submit --yes --wait', list);
  await run(home, 'verify grace@sandbox.test');
  const outcomes = ['ada', 'alan', 'grace'].map((name) =>
    JSON.stringify({ email: `${name}@sandbox.test`, type: 'hard' }),
  );
  await run(home, 'learn', outcomes.join('\n'));
  const whole = JSON.parse((await run(home, 'accuracy --json')).stdout);
  expect(whole).toMatchObject({
    verified: 4,
    outcomes: 3,
    bounced: 3,
    undated: 3,
    basis: 'verified',
  });
  const [job] = JSON.parse((await run(home, 'jobs list --json')).stdout);
  const { stdout } = await run(home, `accuracy --list ${job.id}`);
  expect(stdout).toContain('Rests on 2 outcomes (0 delivered, 2 bounced) of 3 addresses');
  expect(stdout).toContain('the truth may be worse');
  expect(stdout).toMatch(/accepted\s+refused_behind\s+sandbox.test\s+3\s+2\s+2\s+2\s+66.7 %/);
  expect((await run(home, 'accuracy --list j00000000')).exitCode).toBe(2);
});

it('says why bounces of unknown addresses are no errors', async () => {
  await run(home, 'verify greylisted@sandbox.test blocked@sandbox.test ada@sandbox.test');
  const outcome = JSON.stringify({ email: 'blocked@sandbox.test', type: 'hard' });
  await run(home, 'learn', outcome);
  const { stdout } = await run(home, 'accuracy');
  expect(stdout).toContain('1 address that bounced was unknown: no result promised');
});
