import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listJobs, lockJob, openJob } from '../../src/lists/directory/job-directory.ts';
import { lockFile } from '../../src/lists/file/file-lock.ts';
import { runCli } from '../support/run-cli.ts';
import { startProgram } from '../support/run-program.ts';
import { startStandIn } from '../support/stand-in.ts';
import { addressesOf, makeJob, temporaryDirectory, timesSent } from './job-bench.ts';

const LISTS = new URL('../../src/lists/', import.meta.url);

/** Runs a module's text in a process of its own, with modules of `lists/`; returns what it printed. */
function inAnotherProcess(text: string): string {
  const program = text.replaceAll(/from '(.+?)'/g, (_, name) => `from '${new URL(name, LISTS)}'`);
  const args = ['--no-warnings', '--input-type=module-typescript', '--eval', program];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

function tryLock(path: string): string {
  return inAnotherProcess(`
    import { lockFile } from 'file/file-lock.ts';
    try {
      lockFile(${JSON.stringify(path)});
      console.log('locked');
    } catch ({ code }) {
      console.log('refused:', code);
    }
  `).trim();
}

test('a lock holds against other processes, also after its own process was refused it', () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, 'job_test.sqlite');
  {
    using _ = lockFile(path);
    expect(() => lockFile(path)).toThrow(/another process/);
    expect(tryLock(path)).toBe('refused: locked');
  }
  expect(tryLock(path)).toBe('locked');
});

test('a job that its process lists while it works on it stays its own', () => {
  using directory = temporaryDirectory();
  using copy = temporaryDirectory();
  using job = makeJob(directory.path, addressesOf(2));
  using _lock = lockJob(job, process.pid);
  using _log = job.logged();
  expect(listJobs(directory.path)).toHaveLength(1);
  inAnotherProcess(`
    import { listJobs } from 'directory/job-directory.ts';
    listJobs(${JSON.stringify(directory.path)});
  `);
  expect(existsSync(`${job.path}-wal`)).toBe(true);
  job.recordIntent({ first: 1, last: 1 }, 7);
  expect(tryLock(job.path)).toBe('refused: locked');
  // What a kill at this instant would leave.
  for (const name of ['job_test.sqlite', 'job_test.sqlite-wal'])
    copyFileSync(join(directory.path, name), join(copy.path, name));
  using found = openJob(copy.path, 'job_test');
  expect(found.batches()).toMatchObject([{ first: 1, last: 1, intendedAt: 7 }]);
});

test('beside a submit that found a lost batch, what drives its job is refused', async () => {
  await using standIn = await startStandIn({ pollsToFinish: Number.POSITIVE_INFINITY });
  using home = temporaryDirectory();
  writeFileSync(join(home.path, 'list.csv'), `email\n${addressesOf(3).join('\n')}\n`);
  standIn.fail('createBatch', { kind: 'drop_after' });
  const submit = startProgram(standIn, home.path, 'batch submit list.csv -o out.csv'.split(' '));
  await standIn.arrived('getBatch', 3);
  const env = { MAILVET_API_KEY: standIn.apiKey, MAILVET_BASE_URL: standIn.url };
  const run = (line: string) => runCli(line.split(' '), { env, home: home.path });
  const job = /job_\w+/.exec((await run('jobs list')).stdout)?.[0] ?? '';
  const refused = `${job} is being worked on by process ${submit.child.pid}`;
  for (const command of ['batch watch', 'batch resume', 'batch retry', 'jobs forget --yes']) {
    const { exitCode, stderr } = await run(`${command} ${job}`);
    expect({ command, exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(refused),
    });
  }
  expect(await run('clean list.csv')).toMatchObject({ exitCode: 2 });
  expect(await run(`batch results ${job} -o now.csv`)).toMatchObject({ exitCode: 0 });
  await submit.end();
  for (const batch of standIn.batches) batch.status = 'completed';
  const resumed = await run('batch watch');
  expect(resumed.stderr).not.toContain('being worked on');
  expect([...timesSent(standIn)]).toEqual(addressesOf(3).map((address) => [address, 1]));
});
