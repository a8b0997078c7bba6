import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import type { NewBatch, Store } from '../../src/service/ports.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TEAM = 'team_ours';
const STRANGER = 'team_theirs';
const RESULT = foundResult();
const ALL = { limit: 10_000, skip: 0 };

/** Pages at any depth, which are found by counts: they must be what stepping over rows would give. */
export function describePages(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`pages in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const id of [TEAM, STRANGER]) {
        await store.teams.create({ id, name: id, quota: null, createdAt: NOW });
      }
    });
    afterEach(() => tested.dispose());

    const emailsOf = async (page = ALL, id = TEAM) =>
      (await store.team(id).listVerifications(page)).map(({ email }) => email);
    const idsOf = async (page = ALL, id = TEAM) =>
      (await store.team(id).listBatches(page)).map(({ id: batch }) => batch);
    const ownIdsOf = async (page = ALL) =>
      (await store.reports(TEAM).batches(page)).map(({ id }) => id);

    /** Each page of a list against the same part of the whole. */
    async function expectPages(read: (page: typeof ALL) => Promise<string[]>): Promise<void> {
      const all = await read(ALL);
      for (let skip = 0; skip <= all.length + 7; skip += 7) {
        expect(await read({ limit: 5, skip })).toEqual(all.slice(skip, skip + 5));
      }
      expect(await read({ limit: 5, skip: 99_999_999 })).toEqual([]);
    }

    function verified(email: string, at: number, id = TEAM): Promise<boolean> {
      return store.team(id).recordVerification({ email, at, result: RESULT });
    }

    function batch(id: string, more: Partial<NewBatch> = {}): NewBatch {
      const entries = [{ email: `${id}@x.test`, cacheKey: `${id}@x.test`, cost: 0 }];
      return { id, createdAt: NOW, month: '2026-11', entries, ...more };
    }

    it('of a history are exact, however its rows are spread over minutes and days', async () => {
      const random = seededRandom(7);
      const spans = [1, 1000, MINUTE, 60 * MINUTE, DAY, 20 * DAY];
      await Promise.all(
        Array.from({ length: 300 }, (_, n) => {
          const span = spans[n % spans.length] ?? 1;
          const id = n % 4 === 0 ? STRANGER : TEAM;
          return verified(`n${n}@x.test`, NOW - Math.floor(random() * span), id);
        }),
      );
      expect(await emailsOf()).toHaveLength(225);
      await expectPages(emailsOf);
      await expectPages((page) => emailsOf(page, STRANGER));
      expect(await tested.check()).toEqual([]);
    });

    it('of a history are exact after erasure and retention, and so are the counts of its days', async () => {
      for (let n = 0; n < 60; n++) await verified(`n${n}@x.test`, NOW - n * 11 * 60 * MINUTE);
      await store.erasure.erase({ emails: ['n0@x.test', 'n9@x.test', 'n59@x.test'], error: '' });
      while ((await store.retention.sweepHistory(NOW - 20 * DAY)) > 0);
      await expectPages(emailsOf);
      const days = await store.reports(TEAM).days({ since: NOW - 29 * DAY, until: NOW });
      expect(days).toHaveLength(30);
      expect(days.reduce((sum, { count }) => sum + count, 0)).toBe((await emailsOf()).length);
      expect(days.at(-1)).toEqual({ day: '2026-11-21', count: 1 });
      expect(days.at(-2)).toEqual({ day: '2026-11-20', count: 2 });
      expect(await tested.check()).toEqual([]);
    });

    it('of batches are exact, also where some of them were deleted', async () => {
      for (let n = 0; n < 1100; n += 50) {
        const some = Array.from({ length: 50 }, (_, at) => n + at);
        const team = (at: number) => store.team(at % 3 === 0 ? STRANGER : TEAM);
        await Promise.all(some.map((at) => team(at).createBatch(batch(`b${at}`))));
      }
      const before = await idsOf();
      for (const id of before.filter((_, at) => at % 25 === 3)) {
        await store.team(TEAM).cancelBatch(id);
        await store.team(TEAM).deleteBatch(id);
      }
      expect(await idsOf()).toEqual(before.filter((_, at) => at % 25 !== 3));
      await expectPages(idsOf);
      await expectPages((page) => idsOf(page, STRANGER));
      expect(await tested.check()).toEqual([]);
    });

    it('of batches are exact while others are created and deleted', async () => {
      const team = store.team(TEAM);
      for (let n = 0; n < 40; n++) await team.createBatch(batch(`old${n}`));
      const oldest = (await idsOf()).slice(-5);
      let isOver = false;
      const change = async () => {
        for (let n = 0; n < 60; n++) {
          await tested.other.team(TEAM).createBatch(batch(`new${n}`));
          await tested.other.team(TEAM).cancelBatch(`new${n}`);
          await tested.other.team(TEAM).deleteBatch(`new${n}`);
        }
        isOver = true;
      };
      const changing = change();
      while (!isOver) {
        const [last] = await idsOf({ limit: 1, skip: 39 });
        expect([oldest.at(-1), oldest.at(-2)]).toContain(last);
      }
      await changing;
      expect(await tested.check()).toEqual([]);
    });

    const job = (id: string, size: number | null = 2) => ({ id, name: `${id}.csv`, size });
    const jobsOf = (id = TEAM) => store.reports(id).jobLists(ALL);

    it('of batches leave out those of the command line, which are lists by their names', async () => {
      const team = store.team(TEAM);
      for (let n = 0; n < 20; n++) await team.createBatch(batch(`own${n}`));
      for (let n = 0; n < 20; n++)
        await team.createBatch(batch(`part${n}`, { job: job(`job_${n % 2}`, 10) }));
      expect(await ownIdsOf()).toEqual(Array.from({ length: 20 }, (_, n) => `own${19 - n}`));
      await expectPages(ownIdsOf);
      expect(await idsOf()).toHaveLength(40);
      const list = { status: 'waiting', totalCount: 10, processedCount: 0, createdAt: NOW };
      expect(await jobsOf()).toEqual([
        { id: 'job_1', name: 'job_1.csv', ...list },
        { id: 'job_0', name: 'job_0.csv', ...list },
      ]);
      expect(await jobsOf(STRANGER)).toEqual([]);
      expect(await store.reports(STRANGER).jobList('job_1')).toBeUndefined();
      for (const id of ['part1', 'own3']) {
        await team.cancelBatch(id);
        await team.deleteBatch(id);
      }
      await expectPages(ownIdsOf);
      expect(await tested.check()).toEqual([]);
    });

    it('of lists of the command line count each address once, as it was answered last', async () => {
      const send = async (id: string, size: number | null, emails: readonly string[]) => {
        const entries = emails.map((email) => ({ email, cacheKey: email.toLowerCase(), cost: 0 }));
        await store.team(TEAM).createBatch({ ...batch(id), entries, job: job('job_1', size) });
      };
      const answer = async (...answers: readonly Result[]) => {
        const part = await claimPart(store, TEAM);
        const outcomes = answers.map((one, at) => ({ positions: [at], result: one }));
        await store.parts.record(part, outcomes, NOW);
        await store.parts.complete(part);
      };
      const { facts } = foundResult();
      const dead = foundResult({ facts: { ...facts, deliverable: false }, reason: 'no_mailbox' });
      const silent = { ...dead, facts: { ...dead.facts, smtp: false }, decided: false };
      const listed = { ...silent, reason: 'suppressed', decided: true };
      await send('first', 5, ['Ann@x.test', 'b@x.test', 'c@x.test', 'd@x.test']);
      await answer(foundResult(), silent, dead, listed);
      const counts = async () => (await store.reports(TEAM).jobList('job_1'))?.verdicts;
      expect(await counts()).toEqual({ deliverable: 1, risky: 1, undeliverable: 1, unknown: 1 });
      expect(await jobsOf()).toMatchObject([{ status: 'waiting', processedCount: 4 }]);
      await send('second', 5, ['e@x.test']);
      await answer(foundResult());
      await send('again', null, ['b@x.test']);
      await answer(foundResult());
      expect(await counts()).toEqual({ deliverable: 3, risky: 1, undeliverable: 1, unknown: 0 });
      expect(await jobsOf()).toMatchObject([
        { status: 'completed', totalCount: 5, processedCount: 5 },
      ]);
      await send('cut', 5, ['f@x.test']);
      await store.team(TEAM).cancelBatch('cut');
      expect(await jobsOf()).toMatchObject([{ status: 'cancelled' }]);
    });

    it('of batches that belong to no list leave out the others', async () => {
      const team = store.team(TEAM);
      for (let n = 0; n < 30; n++) await team.createBatch(batch(`b${n}`));
      expect(await ownIdsOf()).toHaveLength(30);
      await expectPages(ownIdsOf);
      while ((await store.retention.sweepBatches(NOW + 1)) > 0);
      expect(await ownIdsOf()).toHaveLength(30);
      for (let n = 0; n < 30; n += 2) await team.cancelBatch(`b${n}`);
      while ((await store.retention.sweepBatches(NOW + 1)) > 0);
      expect(await ownIdsOf()).toHaveLength(15);
      await expectPages(ownIdsOf);
      expect(await tested.check()).toEqual([]);
    });
  });
}
