import { expect, it } from 'vitest';
import { MailvetError } from '../../../src/lib/errors.ts';
import { runCli } from '../../support/run-cli.ts';

it('a worker without workers is refused', async () => {
  const { stderr, exitCode } = await runCli(['work', '--workers', '0']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--workers needs 1 or more');
});

it.each(['0', '257', 'x'])(
  '--workers %s is refused with the numbers that are not',
  async (given) => {
    const work = await runCli(['work', '--workers', given]);
    expect(work).toMatchObject({ exitCode: 2, stdout: '' });
    expect(work.stderr).toContain(`--workers needs 1 or more, at most 256, not '${given}'`);
    const named = await runCli(['work'], { env: { MAILVET_WORKERS: given } });
    expect(named.exitCode).toBe(3);
    expect(named.stderr).toContain(`MAILVET_WORKERS needs 1 or more, at most 256, not '${given}'`);
  },
);

it('serve takes no workers for a service that answers requests alone', async () => {
  const { stderr } = await runCli(['serve', '--workers', 'x']);
  expect(stderr).toContain("--workers needs a whole number 0 to 256, not 'x'");
});

it('its help names its port and the database', async () => {
  const { stdout } = await runCli(['work', '--help']);
  expect(stdout).toContain('health and metrics');
  expect(stdout).toContain('postgres://');
  const all = await runCli(['work', '--help', '--all']);
  expect(all.stdout).toContain('--helo');
});

it('says where it listens once it is ready', async () => {
  const stop = new AbortController();
  const { stdout } = await runCli(['work', '--port', '0'], {
    signal: stop.signal,
    onStdout: () => stop.abort(new MailvetError('terminated', 'Terminated')),
  });
  expect(stdout).toMatch(/^mailvet worker listening on http:\/\/127\.0\.0\.1:\d+\n/);
});
