import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { RowResult } from '../../src/formats/write/outcome.ts';
import { JobFile } from '../../src/lists/file/job-file.ts';
import { packEvidence, unpackEvidence } from '../../src/lists/file/packed-evidence.ts';
import { mergeResults } from '../../src/lists/file/retry.ts';
import { addressesOf, makeJob, temporaryDirectory } from './job-bench.ts';

const evidenceOf = (mxHost: string) => ({ mxHost, reply: null, checkedAt: null });
const DONE = { status: 'completed', processed: 2, collected: true } as const;

function found(address: string, host: string): RowResult {
  const detail = { reason: 'unclear', evidence: evidenceOf(host) };
  const facts = { valid: true, deliverable: false, acceptAll: false, mx: true, smtp: false };
  return { verification: { email: address, ...facts, score: 40, detail } };
}

function fill(job: JobFile, host: string): void {
  const batch = job.recordIntent({ first: 1, last: job.record.counts.wanted }, 0);
  const results = job.addresses(batch).map((address) => found(address, host));
  job.storeResults(batch, results, DONE);
}

const hostsOf = (job: JobFile) =>
  job.batches().flatMap((batch) => job.evidence(batch).map((one) => one?.mxHost));

describe('what the results of a job rest on', () => {
  test('is kept with them once a batch has ended, and not in the results', () => {
    using directory = temporaryDirectory();
    using job = makeJob(directory.path, addressesOf(2));
    const batch = job.recordIntent({ first: 1, last: 2 }, 0);
    const results = job.addresses(batch).map((address) => found(address, 'one'));
    job.storeResults(batch, results, { ...DONE, collected: false });
    expect(hostsOf(job)).toEqual([]);
    job.storeResults(batch, results, DONE);
    expect(hostsOf(job)).toEqual(['one', 'one']);
    expect(JSON.stringify(job.results(batch))).not.toContain('mxHost');
    job.check();
  });

  test('takes no room where nothing is known', () => {
    using directory = temporaryDirectory();
    using job = makeJob(directory.path, addressesOf(1));
    const batch = job.recordIntent({ first: 1, last: 1 }, 0);
    job.storeResults(batch, [{ error: 'unable to verify' }], DONE);
    using database = new DatabaseSync(job.path);
    expect(database.prepare('SELECT count(*) AS rows FROM evidence').get()).toEqual({ rows: 0 });
  });

  test('is that of the retry for what was asked again', () => {
    using directory = temporaryDirectory();
    const [first = '', second = ''] = addressesOf(2);
    using job = makeJob(directory.path, [first, second]);
    fill(job, 'before');
    using retry = makeJob(directory.path, [second], { id: 'job_retry' });
    fill(retry, 'after');
    mergeResults(job, retry);
    expect(hostsOf(job)).toEqual(['before', 'after']);
  });

  test('is noticed to have changed', () => {
    using directory = temporaryDirectory();
    const job = makeJob(directory.path, addressesOf(1));
    fill(job, 'one');
    job.close();
    using database = new DatabaseSync(job.path);
    database.exec("UPDATE evidence SET packed = x'00'");
    using damaged = JobFile.open(job.path);
    expect(() => damaged.check()).toThrow(/its results have changed/);
  });

  it('comes back as it was packed, unless it is too long to be ours', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string()), { minLength: 1 }), (hosts) => {
        const list = hosts.map((host) => (host === null ? null : evidenceOf(host)));
        const packed = packEvidence(list);
        if (list.some((one) => one !== null))
          expect(packed && unpackEvidence(packed)).toEqual(list);
        else expect(packed).toBeUndefined();
      }),
    );
    const packed = packEvidence([evidenceOf('x'.repeat(20_000)), evidenceOf('short')]);
    expect(packed && unpackEvidence(packed)).toEqual([null, evidenceOf('short')]);
  });
});
