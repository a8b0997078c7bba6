import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';

const run = (home: TemporaryHome, line: string, stdin = '') =>
  runCli(line.split(' '), { home: home.path, stdin });
const DOMAIN = 'accept-all.sandbox.test';
const ANN = `ann.lee@${DOMAIN}`;
const line = (name: string, event: string) =>
  JSON.stringify({ email: `${name}@${DOMAIN}`, event, timestamp: 1_767_225_600 });
const OUTCOMES = [...['ada', 'ben', 'carl', 'dora'].map((name) => line(name, 'delivered'))].join(
  '\n',
);

it('shows what became of mail to the domain, filters by it, and judges by it', async () => {
  await using home = await temporaryHome();
  const columns = '--columns email,verdict,domain_delivered,domain_bounced,domain_since';
  expect((await run(home, `verify ${columns} ${ANN}`)).stdout).toBe(`${ANN}\trisky\t\t\t\n`);
  await run(home, 'learn', OUTCOMES);
  const known = '4\t0\t2026-01-01T00:00:00.000Z';
  expect((await run(home, `verify ${columns} ${ANN}`)).stdout).toBe(`${ANN}\trisky\t${known}\n`);
  const list = `email\n${ANN}\nok@sandbox.test\n`;
  const submit = (more: string) =>
    run(
      home,
      `batch submit - --wait --yes --again --columns verdict,domain_delivered ${more}`,
      list,
    );
  expect((await submit('--only delivered>=3')).stdout).toBe(
    `email,verdict,domain_delivered\n${ANN},risky,4\n`,
  );
  const bounced = await submit('--only bounceShare>0');
  expect(bounced.exitCode).toBe(0);
  expect(bounced.stdout).not.toContain('@');
  const policy = join(home.path, 'policy.json');
  const rule = { reason: 'accept_all', delivered: { min: 3 }, bounceShare: { max: 0.05 } };
  await writeFile(policy, JSON.stringify({ rules: [{ if: rule, verdict: 'deliverable' }] }));
  expect((await submit(`--policy ${policy}`)).stdout).toContain(`${ANN},deliverable,4`);
  const { stdout } = await run(home, `verify --explain ${ANN}`);
  expect(stdout).toContain('4 of 4 addresses of this domain got their mail since January 2026');
});
