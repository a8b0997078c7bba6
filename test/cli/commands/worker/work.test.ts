import { expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

it('a worker without workers is refused', async () => {
  const { stderr, exitCode } = await runCli(['work', '--workers', '0']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--workers needs 1 or more');
});

it('its help names its port and the database', async () => {
  const { stdout } = await runCli(['work', '--help']);
  expect(stdout).toContain('health and metrics');
  expect(stdout).toContain('postgres://');
  const all = await runCli(['work', '--help', '--all']);
  expect(all.stdout).toContain('--helo');
});
