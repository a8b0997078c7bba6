import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { inspectList } from '../../src/formats/inspect/inspect-list.ts';
import {
  createDraftLocation,
  forgetJob,
  knownBatchIds,
  listJobs,
  lockJob,
  openJob,
} from '../../src/lists/directory/job-directory.ts';
import { JobDraft } from '../../src/lists/directory/job-draft.ts';
import { JobFile } from '../../src/lists/file/job-file.ts';
import { eachTest } from '../support/each-test.ts';
import { addressesOf, makeJob, temporaryDirectory } from './job-bench.ts';

const directory = eachTest(temporaryDirectory);

const DETAILS = { createdAt: 5, inputPath: null, service: 'http://service', settings: {} };

async function draftOf(directory: string, content: string, pid = process.pid) {
  const place = createDraftLocation(directory, { now: 5, random: () => 0.5, pid });
  return await JobDraft.of({ name: 'list.csv', chunks: chunksOf(content) }, place);
}

async function* chunksOf(content: string): AsyncGenerator<Uint8Array> {
  for (const part of content.split(/(?<=\n)/)) yield Buffer.from(part);
}

test('a draft becomes a job that holds the list and its distinct addresses', async () => {
  const content = 'name,email\r\nA,a@x.org\r\nB,b@x.org\r\nA2,a@X.org\r\nC,nothing\r\n';
  const draft = await draftOf(directory.path, content);
  const scan = await draft.scan(await inspectList(draft.source), null);
  using job = draft.keep(scan, DETAILS);
  const { counts, plan, name } = job.record;
  expect(counts).toEqual({
    rows: 4,
    distinct: 2,
    duplicates: 1,
    unusable: 1,
    several: 0,
    empty: 0,
    wanted: 2,
  });
  expect({ name, columns: plan.columns }).toEqual({ name: 'list.csv', columns: [1] });
  expect(job.addresses({ first: 1, last: 2 })).toEqual(['a@x.org', 'b@x.org']);
  expect(await text(job.input().open())).toBe(content);
  expect(readdirSync(directory.path)).toEqual([`${job.record.id}.sqlite`]);
});

test('a sample keeps its addresses alone, numbered from 1', async () => {
  const draft = await draftOf(directory.path, addressesOf(100).join('\n'));
  const scan = await draft.scan(await inspectList(draft.source), { size: 10, seed: 3 });
  using job = draft.keep(scan, DETAILS);
  expect(job.record.counts).toMatchObject({ distinct: 100, wanted: 10 });
  const addresses = job.addresses({ first: 1, last: 100 });
  expect(addresses).toHaveLength(10);
  expect(addressesOf(100)).toEqual(expect.arrayContaining([...addresses]));
});

test('a draft that is given up leaves nothing', async () => {
  const draft = await draftOf(directory.path, 'a@x.org\n');
  draft.discard();
  expect(readdirSync(directory.path)).toEqual([]);
});

test('a draft that is open in the same process is not swept away by the next one', async () => {
  const first = await draftOf(directory.path, 'a@x.org\n');
  const place = { now: 6, random: () => 0.5, pid: process.pid };
  createDraftLocation(directory.path, place);
  const scan = await first.scan(await inspectList(first.source), null);
  using job = first.keep(scan, DETAILS);
  expect(job.record.counts.wanted).toBe(1);
  expect(readdirSync(directory.path)).toContain(`${job.record.id}.sqlite`);
});

test('the draft of a dead process is swept away by the next one', async () => {
  const dead = 2 ** 22 + 1;
  writeFileSync(join(directory.path, `.draft-job_1-${dead}.sqlite`), '');
  writeFileSync(join(directory.path, `.draft-job_2-${process.pid}.sqlite`), '');
  createDraftLocation(directory.path, { now: 1, random: () => 0, pid: 1 });
  expect(readdirSync(directory.path)).toEqual([`.draft-job_2-${process.pid}.sqlite`]);
});

test('the fingerprint tells lists, columns and samples apart, and nothing else', async () => {
  const fingerprint = async (content: string, columns: string[], size?: number) => {
    const draft = await draftOf(directory.path, content);
    const plan = await inspectList(draft.source, { columns });
    const scan = await draft.scan(plan, size ? { size, seed: 1 } : null);
    draft.discard();
    return scan.fingerprint;
  };
  const list = 'a,b\na@x.org,b@x.org\nc@x.org,d@x.org\n';
  const one = await fingerprint(list, ['a']);
  expect(await fingerprint(list, ['1'])).toBe(one);
  expect(await fingerprint(list, ['b'])).not.toBe(one);
  expect(await fingerprint(list, ['a'], 1)).not.toBe(one);
  expect(await fingerprint(`${list}e@x.org,\n`, ['a'])).not.toBe(one);
});

test('a second holder is refused, naming the first', () => {
  using job = makeJob(directory.path, ['a@x.org']);
  using again = openJob(directory.path, 'job_test');
  {
    using _ = lockJob(job, 4711);
    expect(() => lockJob(again, 4712)).toThrow(/job_test is being worked on by process 4711/);
    expect(() => forgetJob(directory.path, 'job_test', 4712)).toThrow(/4711/);
  }
  lockJob(again, 4712)[Symbol.dispose]();
});

test('a job tells what is left to do', () => {
  using job = makeJob(directory.path, addressesOf(3));
  const state = () => listJobs(directory.path)[0]?.state;
  const seen = { status: 'completed', processed: 2, collected: true } as const;
  expect(state()).toBe('waiting');
  const { number } = job.recordIntent({ first: 1, last: 3 }, 7);
  expect(state()).toBe('waiting');
  job.recordAnswer(number, 'b1');
  expect(state()).toBe('running');
  job.storeResults(job.batch(number), [{ error: 'x' }, undefined, {}], seen);
  expect(state()).toBe('collected');
  job.state.recordDelivered();
  expect(state()).toBe('finished');
});

test('an intent that came to nothing gives its addresses back', () => {
  using job = makeJob(directory.path, addressesOf(3));
  const { number } = job.recordIntent({ first: 1, last: 2 }, 7);
  expect(job.nextRange(1000)).toEqual({ first: 3, last: 3 });
  job.dropIntent(number);
  expect(job.nextRange(1000)).toEqual({ first: 1, last: 3 });
});

test('what was written is there when the job is opened anew', () => {
  using job = makeJob(directory.path, addressesOf(2));
  const { number } = job.recordIntent({ first: 1, last: 2 }, 7);
  job.recordAnswer(number, 'b1');
  using other = openJob(directory.path, 'job_test');
  expect(other.batches()).toMatchObject([{ first: 1, last: 2, intendedAt: 7, serviceId: 'b1' }]);
});

test('a job that is worked on can be read by others, and is one file afterwards', () => {
  using job = makeJob(directory.path, addressesOf(1));
  {
    using _lock = lockJob(job, 1);
    using _ = job.logged();
    job.recordIntent({ first: 1, last: 1 }, 7);
    using other = openJob(directory.path, 'job_test');
    expect(other.batches()).toMatchObject([{ first: 1, last: 1 }]);
  }
  expect(readdirSync(directory.path)).toEqual(['job_test.sqlite', 'job_test.sqlite.lock']);
  expect(job.batches()).toHaveLength(1);
});

test("the first reader of a killed run's job ends its log and leaves nothing that asks for one", () => {
  using killed = temporaryDirectory();
  using job = makeJob(directory.path, addressesOf(1));
  const names = ['job_test.sqlite', 'job_test.sqlite-wal'];
  {
    using _ = job.logged();
    job.recordIntent({ first: 1, last: 1 }, 7);
    for (const name of names) copyFileSync(join(directory.path, name), join(killed.path, name));
  }
  const path = join(killed.path, 'job_test.sqlite');
  openJob(killed.path, 'job_test').close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  // As a kill between the end of the log and the header of a single file leaves it.
  const bytes = readFileSync(path);
  bytes[18] = 2;
  bytes[19] = 2;
  writeFileSync(path, bytes);
  using again = openJob(killed.path, 'job_test');
  expect(again.batches()).toHaveLength(1);
});

test('reading a job does not prevent work on it', () => {
  using job = makeJob(directory.path, addressesOf(1));
  const reader = new DatabaseSync(job.path);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM job').all();
  const log = job.logged();
  reader.exec('COMMIT');
  job.recordIntent({ first: 1, last: 1 }, 7);
  log[Symbol.dispose]();
  reader.close();
  expect(job.batches()).toHaveLength(1);
});

test('the batches of all jobs at a service are known', () => {
  for (const [id, service] of [
    ['job_a', 's1'],
    ['job_b', 's1'],
    ['job_c', 's2'],
  ] as const) {
    using job = makeJob(directory.path, addressesOf(1), { id, service });
    job.recordAnswer(job.recordIntent({ first: 1, last: 1 }, 0).number, `batch of ${id}`);
  }
  expect(knownBatchIds(directory.path, 's1')).toEqual(
    new Set(['batch of job_a', 'batch of job_b']),
  );
});

test('a damaged job is named, and does not hide the others', () => {
  makeJob(directory.path, addressesOf(1)).close();
  writeFileSync(join(directory.path, 'job_broken.sqlite'), 'no database');
  const broken: string[] = [];
  const jobs = listJobs(directory.path, ({ error }) => broken.push(error.message));
  expect(jobs.map((job) => job.record.id)).toEqual(['job_test']);
  expect(broken).toEqual([expect.stringContaining('job_broken')]);
});

test('a job whose log can not be ended, as on a full disk, is opened again', () => {
  const { path } = directory;
  const job = makeJob(path, addressesOf(1));
  const fail = (to: 'create' | 'drop') => {
    using database = new DatabaseSync(job.path);
    database.exec(
      to === 'drop'
        ? 'DROP TRIGGER full'
        : `CREATE TRIGGER full BEFORE UPDATE OF logged ON job WHEN new.logged = 0
            BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
  };
  {
    using _ = job.logged();
    job.recordIntent({ first: 1, last: 1 }, 0);
    fail('create');
  }
  job.close();
  expect(openJob(path, 'job_test').batches()).toHaveLength(1);
  fail('drop');
});

test('a job of another version is refused', () => {
  const { path } = directory;
  makeJob(path, addressesOf(1)).close();
  const database = new DatabaseSync(join(path, 'job_test.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => openJob(path, 'job_test')).toThrow(
    /can't be read as a list: .* in version 99 of lists/,
  );
});

test.each([
  ['0', 9],
  ['0x6d766c73', 1],
])(
  'a job of a build that was never released is refused, and not a byte of it changes: mark %s, version %i',
  (mark, version) => {
    using directory = temporaryDirectory();
    const job = makeJob(directory.path, addressesOf(1));
    job.close();
    {
      using database = new DatabaseSync(job.path);
      database.exec(
        `PRAGMA application_id = ${mark}; PRAGMA user_version = ${version}; UPDATE job SET writer = '0.1.0+abc'`,
      );
    }
    const before = readFileSync(job.path);
    expect(() => JobFile.open(job.path)).toThrow(
      expect.objectContaining({
        code: 'config',
        message: expect.stringContaining(
          'was written by mailvet 0.1.0+abc, a build that was never released',
        ),
      }),
    );
    expect(readFileSync(job.path).equals(before)).toBe(true);
  },
);

test('a forgotten job leaves nothing of its addresses', () => {
  makeJob(directory.path, addressesOf(1)).close();
  forgetJob(directory.path, 'job_test', process.pid);
  expect(readdirSync(directory.path)).toEqual([]);
  expect(() => openJob(directory.path, 'job_test')).toThrow(/no job job_test/);
});

test('a job id can’t lead out of the directory', () => {
  expect(() => openJob(join(directory.path, 'in'), '../job_test')).toThrow(/there is no job/);
  expect(existsSync(join(directory.path, 'in'))).toBe(false);
});

test('the snapshots of a poll are recorded together, or none of them', () => {
  using job = makeJob(directory.path, addressesOf(30));
  const first = job.recordIntent({ first: 1, last: 10 }, 5);
  const second = job.recordIntent({ first: 11, last: 20 }, 5);
  const snapshot = { status: 'processing', processed: 7, collected: false } as const;
  const unknown = { number: 99, ...snapshot };
  expect(() => job.recordSnapshots([{ number: first.number, ...snapshot }, unknown])).toThrow();
  expect(job.batches().map(({ processed }) => processed)).toEqual([0, 0]);
  job.recordSnapshots([first, second].map(({ number }) => ({ number, ...snapshot })));
  expect(job.batches().map(({ processed }) => processed)).toEqual([7, 7]);
});

test('a retry is further places of the same job, and takes over what had no answer', () => {
  const addresses = addressesOf(4);
  using job = makeJob(directory.path, addresses);
  const whole = job.recordIntent({ first: 1, last: 4 }, 0);
  job.recordAnswer(whole.number, 'batch_1');
  const ended = { status: 'completed', processed: 4, collected: true } as const;
  job.storeResults(whole, [{ error: 'unable' }, undefined, undefined, undefined], ended);
  job.retry(job.unknown(undefined).slice(0, 3));
  expect(job.round).toEqual({ first: 5, last: 7 });
  expect([...job.allAddresses()]).toEqual(addresses.slice(0, 3));
  expect(job.batch(whole.number).missing).toBe(1);
  expect({ isRetrying: job.isRetrying, unsent: job.countUnsent() }).toEqual({
    isRetrying: true,
    unsent: 3,
  });
  const range = job.nextRange(1000);
  expect(range).toEqual(job.round);
  const again = job.recordIntent(job.round, 1);
  job.recordAnswer(again.number, 'batch_2');
  job.storeResults(again, [undefined, { error: 'later' }, undefined], ended);
  expect(job.results(whole, job.codes())).toEqual([
    { error: 'unable' },
    { error: 'later' },
    undefined,
    undefined,
  ]);
  expect(job.submitted().map(({ serviceId }) => serviceId)).toEqual(['batch_1']);
  expect(knownBatchIds(directory.path, 'http://stand-in')).toEqual(new Set(['batch_1', 'batch_2']));
  job.check();
});
