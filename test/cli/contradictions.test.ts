import { expect, test } from 'vitest';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { batchWorld as world } from '../support/batch-world.ts';
import { eachTest } from '../support/each-test.ts';
import type { Fault } from '../support/stand-in.ts';

const w = eachTest(world);

const LIST = 'email\na@example.com\nb@example.com\n';
const BATCH = { _id: 'batch_1', status: 'completed', totalCount: 2, processedCount: 2 };

function entry(email: string, result: object | null = { ...ACCEPTED_FACTS, email }) {
  return { id: email, email, status: 'verified', result, error: null };
}

function completed(...emails: object[]): Fault {
  return { kind: 'answer', status: 200, body: { batch: BATCH, emails } };
}

const [A, B] = ['a@example.com', 'b@example.com'] as const;

const CONTRADICTIONS = [
  { name: 'no results', answer: completed(), missing: '2 addresses', fault: '' },
  { name: 'half of them', answer: completed(entry(A)), missing: '1 address', fault: '' },
  {
    name: 'results of other addresses',
    answer: completed(
      entry(A, { ...ACCEPTED_FACTS, email: B }),
      entry(B, { ...ACCEPTED_FACTS, email: A }),
    ),
    missing: '2 addresses',
    fault: `the entry of ${A} carries a result about ${B}`,
  },
  {
    name: 'two results that contradict each other',
    answer: completed(
      entry(A),
      entry(A, { ...ACCEPTED_FACTS, email: A, deliverable: false }),
      entry(B),
    ),
    missing: '1 address',
    fault: `two results for ${A} contradict each other`,
  },
  {
    name: 'a score out of range',
    answer: completed(entry(A), entry(B, { ...ACCEPTED_FACTS, email: B, score: 150 })),
    missing: '1 address',
    fault: '',
  },
  {
    name: 'a value of the wrong type',
    answer: completed(entry(A), entry(B, { ...ACCEPTED_FACTS, email: B, deliverable: 'yes' })),
    missing: '1 address',
    fault: '',
  },
];

test.for(CONTRADICTIONS)(
  'a batch that is completed with $name is partial, and its rows are unknown',
  async ({ answer, missing, fault }) => {
    w.write('list.csv', LIST);
    w.standIn.fail('getBatch', answer);
    const { exitCode, stderr, stdout } = await w.run('batch submit list.csv --wait --format csv');
    expect(exitCode).toBe(6);
    expect(stderr).toContain(`batch batch_1 ended without all results: ${missing} unanswered`);
    expect(stderr).toContain(fault);
    const rows = stdout.trimEnd().split('\n').slice(1);
    expect(rows).toHaveLength(2);
    const unknown = rows.filter((row) => row.includes('unknown,incomplete'));
    expect(`${unknown.length} address${unknown.length === 1 ? '' : 'es'}`).toBe(missing);
    // What was collected is not asked for again, and still not whole.
    expect((await w.run('batch watch')).exitCode).toBe(2);
    const [job = ''] = (await w.run('jobs list')).stdout.split('\t');
    expect((await w.run(`batch results ${job} -o again.csv`)).exitCode).toBe(6);
  },
);

test.for(CONTRADICTIONS)(
  'a batch without a list that is completed with $name is partial',
  async ({ answer, fault }) => {
    w.standIn.fail('getBatch', answer, answer);
    for (const command of ['watch', 'results']) {
      const { exitCode, stderr } = await w.run(`batch ${command} batch_1`);
      expect(exitCode).toBe(6);
      expect(stderr).toMatch(/batch_1 ended without all results: [12] address(es)? unanswered/);
      expect(stderr).toContain(fault);
    }
  },
);

test('verify does not believe an answer about another address', async () => {
  const answer: Fault = { kind: 'answer', status: 200, body: { ...ACCEPTED_FACTS, email: B } };
  w.standIn.fail('verify', answer);
  const one = await w.run(`verify ${A}`);
  expect(one).toMatchObject({ exitCode: 5, stdout: '' });
  expect(one.stderr).toContain('answered about another address');
  w.standIn.fail('verify', answer);
  const two = await w.run(`verify ${A} ${B} --concurrency 1 --format csv`);
  expect(two.exitCode).toBe(5);
  expect(two.stdout).toMatch(/^a@example\.com,.*,unknown,error,.*another address/m);
  expect(two.stdout).toMatch(/^b@example\.com,.*,deliverable,accepted/m);
});

test('verify believes an answer that spells the address in another way', async () => {
  w.standIn.fail('verify', {
    kind: 'answer',
    status: 200,
    body: { ...ACCEPTED_FACTS, email: 'Jo@BÜCHER.example' },
  });
  const { stdout, exitCode } = await w.run('verify Jo@xn--bcher-kva.example');
  expect({ stdout, exitCode }).toEqual({
    stdout: 'Jo@xn--bcher-kva.example\tdeliverable\taccepted\t100\n',
    exitCode: 0,
  });
});
