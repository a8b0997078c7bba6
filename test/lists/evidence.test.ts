import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { RowResult } from '../../src/formats/write/judged-row.ts';
import type { JobFile } from '../../src/lists/file/job-file.ts';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
import { eachTest } from '../support/each-test.ts';
import { addressesOf, makeJob, temporaryDirectory } from './job-bench.ts';

const directory = eachTest(temporaryDirectory);

const DONE = { status: 'completed', processed: 2, collected: true } as const;

function found(address: string, host: string): RowResult {
  const detail = { reason: 'unclear', mxHost: host };
  const facts = { valid: true, deliverable: false, acceptAll: false, mx: true, smtp: false };
  return { verification: { email: address, ...facts, score: 40, detail } };
}

function fill(job: JobFile, host: string): void {
  const batch = job.recordIntent(job.round, 0);
  const results = job.addresses(batch).map((address) => found(address, host));
  job.storeResults(batch, results, DONE);
}

function hostsOf(job: JobFile) {
  const lookup = lookupInOrder(job, { evidence: true });
  const found = job.submitted().flatMap((batch) => job.addresses(batch).map(lookup));
  return found.map((result) => result?.verification?.detail?.mxHost);
}

describe('what the results of a job rest on', () => {
  test('is kept with them once a batch has ended, and not in the results', () => {
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
    using job = makeJob(directory.path, addressesOf(1));
    const batch = job.recordIntent({ first: 1, last: 1 }, 0);
    job.storeResults(batch, [{ error: 'unable to verify' }], DONE);
    using database = new DatabaseSync(job.path);
    expect(database.prepare('SELECT count(*) AS rows FROM evidence').get()).toEqual({ rows: 0 });
  });

  test('is that of the retry for what was asked again', () => {
    const [first = '', second = ''] = addressesOf(2);
    using job = makeJob(directory.path, [first, second]);
    fill(job, 'before');
    job.retry([job.ordinalOf(second)]);
    fill(job, 'after');
    expect(hostsOf(job)).toEqual(['before', 'after']);
  });

  test('is gone where the retry asked nobody', () => {
    const [address = ''] = addressesOf(1);
    using job = makeJob(directory.path, [address]);
    fill(job, 'before');
    job.retry([1]);
    const { detail: _, ...plain } = found(address, '').verification ?? {};
    const batch = job.recordIntent(job.round, 0);
    const verification = { ...plain, detail: { reason: 'dns_failure' } };
    job.storeResults(batch, [{ verification }], DONE);
    expect(hostsOf(job)).toEqual([undefined]);
  });

  test('names the address that was asked, where that is another spelling of the mailbox', () => {
    using job = makeJob(directory.path, ['ann@gmail.com', 'a.n.n@gmail.com']);
    job.database.exec('INSERT INTO same_mailbox VALUES (2, 1)');
    const batch = job.recordIntent({ first: 1, last: 1 }, 0);
    const reply = { code: 550, text: '<ann@gmail.com> is no user' };
    const detail = { reason: 'unclear', mxHost: 'mx', reply };
    job.storeResults(batch, [{ verification: { email: 'ann@gmail.com', detail } }], DONE);
    const lookup = lookupInOrder(job, { evidence: true });
    const replies = ['ann@gmail.com', 'a.n.n@gmail.com'].map(
      (address) => lookup(address)?.verification?.detail?.reply?.text,
    );
    expect(replies).toEqual([reply.text, reply.text]);
  });
});
