import { describe, expect, it } from 'vitest';
import { type BatchWorld, batchWorld } from '../../support/batch-world.ts';
import { eachTest } from '../../support/each-test.ts';

const w = eachTest(submitted);

const terminal = ['stdin', 'stdout', 'stderr'] as const;
const QUESTION = 'Erase 1 job, with addresses and results? [y/N]';

/** A job whose batches still run, of 1,500 addresses. */
async function submitted(): Promise<BatchWorld & { readonly job: string }> {
  const w = await batchWorld({ pollsToFinish: Number.POSITIVE_INFINITY });
  const lines = Array.from({ length: 1500 }, (_, at) => `a${at}@example.com`);
  w.write('list.csv', `email\n${lines.join('\n')}\n`);
  await w.run('batch submit list.csv');
  const [{ id }] = JSON.parse((await w.run('jobs list --json')).stdout);
  return { ...w, job: id };
}

async function jobsOf(w: BatchWorld): Promise<string[]> {
  const jobs: { id: string }[] = JSON.parse((await w.run('jobs list --json')).stdout);
  return jobs.map(({ id }) => id);
}

function statuses({ standIn }: BatchWorld): string[] {
  return standIn.batches.map(({ status }) => status);
}

describe('jobs forget of a job that is not finished', () => {
  it.each([
    ['n', 2, 1, 'processing'],
    ['y', 0, 0, 'processing'],
    ['c', 0, 0, 'cancelled'],
  ])('asks on a terminal: %s', async (answer, exitCode, left, status) => {
    const done = await w.run(`jobs forget ${w.job}`, {
      terminal,
      columns: 200,
      typed: [`${answer}\n`],
    });
    expect(done.stderr).toContain(
      `${w.job} (list.csv) is not finished: the results of 2 batches are not here`,
    );
    expect(done.stderr).toContain('Answer c to cancel their batches first; y lets them go on');
    expect(done.stderr).toContain(QUESTION);
    expect(done.exitCode).toBe(exitCode);
    expect(await jobsOf(w)).toHaveLength(left);
    expect(statuses(w).map((each) => (each === 'pending' ? 'processing' : each))).toEqual([
      status,
      status,
    ]);
  });

  it.each(['', '--all'])('is kept where nobody can be asked, without --yes: %s', async (flag) => {
    const { exitCode, stderr } = await w.run(`jobs forget ${flag || w.job}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${w.job} (list.csv) is not finished`);
    expect(stderr).toMatch(/Nothing was erased\nAdd --yes .* --cancel/);
    expect(await jobsOf(w)).toEqual([w.job]);
  });

  it('is erased with --yes, and the batches that go on are named', async () => {
    const { exitCode, stderr } = await w.run(`jobs forget ${w.job} --yes`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      `${w.job} was not finished: 2 batches go on at the service: mailvet batch cancel batch_1 batch_2`,
    );
    expect(await jobsOf(w)).toEqual([]);
  });

  it.each(['--cancel', '--cancel --yes', '--cancel --quiet'])(
    'cancels its batches with %s',
    async (flags) => {
      const { exitCode, stderr } = await w.run(`jobs forget ${w.job} ${flags}`, { terminal });
      expect(exitCode).toBe(0);
      expect(stderr).not.toContain('[y/N]');
      expect(statuses(w)).toEqual(['cancelled', 'cancelled']);
      expect(await jobsOf(w)).toEqual([]);
    },
  );

  it('is kept where a batch can not be cancelled, and the batch is named', async () => {
    w.standIn.fail('cancelBatch', { kind: 'answer', status: 403, body: { message: 'Not yours' } });
    const { exitCode, stderr } = await w.run('jobs forget --all --cancel');
    expect(exitCode).toBe(8);
    expect(stderr).toContain(`${w.job} is kept: batch_1 was not cancelled`);
    expect(stderr).not.toContain('Erased');
    expect(await jobsOf(w)).toEqual([w.job]);
    expect(statuses(w)[1]).toBe('cancelled');
    expect((await w.run('jobs forget --all --cancel')).exitCode).toBe(0);
    expect(await jobsOf(w)).toEqual([]);
  });

  it('is kept where it is of another service', async () => {
    const env = { MAILVET_API_KEY: 'k', MAILVET_BASE_URL: 'http://127.0.0.1:9' };
    const { exitCode, stderr } = await w.run(`jobs forget ${w.job} --cancel`, { env });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`${w.job} is kept: ${w.job} was submitted to`);
    expect(await jobsOf(w)).toEqual([w.job]);
  });

  it('says what of it is not sent', async () => {
    w.write(
      'other.csv',
      `email\n${Array.from({ length: 3 }, (_, at) => `b${at}@example.com`).join('\n')}\n`,
    );
    w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: '' });
    w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: '' });
    w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: '' });
    await w.run('batch submit other.csv');
    const [id] = await jobsOf(w);
    const { stderr } = await w.run(`jobs forget ${id}`, { terminal, typed: ['n\n'] });
    expect(stderr).toContain('(other.csv) is not finished: 3 addresses are not sent');
    expect(stderr).not.toContain('Answer c');
  });
});

describe('jobs forget of a finished job', () => {
  it('asks nothing, on a terminal or elsewhere', async () => {
    await using w = await batchWorld();
    w.write('list.csv', 'email\na@example.com\n');
    await w.run('batch submit list.csv -o out.csv');
    const [id] = await jobsOf(w);
    const { exitCode, stderr } = await w.run(`jobs forget ${id}`, { terminal });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Erased 1 job\n' });
  });
});
