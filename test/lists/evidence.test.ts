import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { RowResult } from '../../src/formats/write/outcome.ts';
import { temporaryDatabase } from '../../src/lists/file/database.ts';
import { EvidenceCollector, evidenceLookup, putEvidence } from '../../src/lists/file/evidence.ts';
import type { JobFile } from '../../src/lists/file/job-file.ts';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
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

function hostsOf(job: JobFile) {
  const lookup = lookupInOrder(job, { evidence: true });
  const found = job.batches().flatMap((batch) => job.addresses(batch).map(lookup));
  return found.map((result) => result?.verification?.detail?.mxHost);
}

describe('what the results of a job rest on', () => {
  test('is kept with them once a batch has ended, and not in the results', () => {
    using directory = temporaryDirectory();
    using job = makeJob(directory.path, addressesOf(2));
    const batch = job.recordIntent({ first: 1, last: 2 }, 0);
    const results = job.addresses(batch).map((address) => found(address, 'one'));
    job.storeResults(batch, results, { ...DONE, collected: false });
    expect(hostsOf(job)).toEqual([undefined, undefined]);
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

  test('is gone where the retry asked nobody', () => {
    using directory = temporaryDirectory();
    const [address = ''] = addressesOf(1);
    using job = makeJob(directory.path, [address]);
    fill(job, 'before');
    using retry = makeJob(directory.path, [address], { id: 'job_retry' });
    const { detail: _, ...plain } = found(address, '').verification ?? {};
    const batch = retry.recordIntent({ first: 1, last: 1 }, 0);
    const verification = { ...plain, detail: { reason: 'dns_failure' } };
    retry.storeResults(batch, [{ verification }], DONE);
    mergeResults(job, retry);
    expect(hostsOf(job)).toEqual([undefined]);
  });

  it('comes back as it came, unless it is too long to be ours', () => {
    const pairs = fc.array(fc.tuple(fc.string(), fc.integer({ min: 0, max: 2e12 })));
    fc.assert(
      fc.property(pairs, (given) => {
        using database = temporaryDatabase();
        const list = given.map(([mxHost, at]) => ({
          ...{ mxHost, reply: null },
          checkedAt: at === 0 ? undefined : new Date(at).toISOString(),
        }));
        const collector = new EvidenceCollector();
        for (const [at, one] of list.entries()) collector.addRaw(1 + at, one);
        putEvidence(database, collector.result());
        const find = evidenceLookup(database);
        expect(list.map((_, at) => find(1 + at))).toEqual(list);
      }),
    );
    const collector = new EvidenceCollector();
    collector.addRaw(1, evidenceOf('x'.repeat(20_000)));
    collector.addRaw(2, evidenceOf('short'));
    expect(collector.result().rows.map(([ordinal]) => ordinal)).toEqual([2]);
  });
});
