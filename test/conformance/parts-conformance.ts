import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedPart, EntryOutcome, PartQueue } from '../../src/service/parts/part-queue.ts';
import type { NewBatch, Store, TeamStore } from '../../src/service/ports.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const MONTH = '2026-11';
const NOW = Date.UTC(2026, 10, 21);
const OWNER = 'this process';
const PAGE = { limit: 9, skip: 0 };
const RESULT = foundResult();

/** What every queue of parts must do, whatever its parts are. */
export function describeParts(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`parts on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let parts: PartQueue;
    let team: TeamStore;
    let stranger: TeamStore;

    beforeEach(async () => {
      tested = await open();
      ({ store } = tested);
      ({ parts } = store);
      team = await createTeam('ours', 10);
      stranger = await createTeam('theirs', null);
    });
    afterEach(() => tested.dispose());

    async function createTeam(teamName: string, quota: number | null): Promise<TeamStore> {
      await store.teams.create({ id: `team_${teamName}`, name: teamName, quota, createdAt: NOW });
      return store.team(`team_${teamName}`);
    }

    const create = (id: string, count: number, by = team) => by.createBatch(newBatch(id, count));

    const claim = (owner = OWNER): Promise<ClaimedPart> => claimPart(store, 'team_ours', owner);

    const claimOrNone = (from = store) =>
      from.parts.claim({ owner: OWNER, queue: from.parts.queueOf('team_ours') });

    async function used(): Promise<number | undefined> {
      return (await store.teams.list(MONTH)).find((row) => row.name === 'ours')?.used;
    }

    async function look(id: string) {
      const found = await team.findBatch(id);
      return found && { ...found.batch, entries: found.entries.map(({ status }) => status) };
    }

    describe('a claim', () => {
      it('is of a part that nobody else takes, of a batch that is processing from then on', async () => {
        await create('b1', 2);
        const part = await claim();
        const expected = { batchId: 'b1', owner: OWNER, teamId: 'team_ours', size: 2, failures: 0 };
        expect(part).toMatchObject(expected);
        expect(await claimOrNone(tested.other)).toBeUndefined();
        expect(await look('b1')).toMatchObject({ status: 'processing' });
        expect(await parts.held(OWNER)).toEqual(new Set([part.claim]));
        expect(await tested.other.parts.otherOwners('other')).toMatchObject([{ owner: OWNER }]);
        expect(await parts.otherOwners(OWNER)).toEqual([]);
      });

      it('is of one process, however many ask at once', async () => {
        for (const id of ['b1', 'b2', 'b3', 'b4']) await create(id, 1);
        const claims = await Promise.all(
          Array.from({ length: 8 }, (_, n) => claimOrNone(n % 2 ? store : tested.other)),
        );
        const ids = claims.flatMap((claimed) => claimed?.batchId ?? []);
        expect(ids.sort()).toEqual(['b1', 'b2', 'b3', 'b4']);
      });

      it('is of the oldest batch of a team first', async () => {
        await create('s1', 1, stranger);
        await claimPart(store, 'team_theirs');
        for (const id of ['b2', 'b1']) await create(id, 1);
        expect([(await claim()).batchId, (await claim()).batchId]).toEqual(['b2', 'b1']);
        expect(await claimOrNone()).toBeUndefined();
      });

      it('has the entries without a result', async () => {
        await create('b1', 2);
        const part = await claim();
        await parts.record(part, [ran(0)], NOW);
        expect(await parts.pending(part)).toEqual([
          { position: 1, email: 'n1@b1.test', cacheKey: 'n1@b1.test' },
        ]);
      });

      it('that was released is free', async () => {
        await create('b1', 1);
        await claim();
        await parts.release('somebody else');
        expect(await claimOrNone()).toBeUndefined();
        await tested.other.parts.release(OWNER);
        expect(await claim('third')).toMatchObject({ batchId: 'b1', failures: 0 });
      });

      it('that nobody works on is freed by its name', async () => {
        await create('b1', 1);
        const { claim: name } = await claim();
        await parts.free(name, OWNER);
        expect(await claim()).toMatchObject({ batchId: 'b1', failures: 0 });
      });

      it('shows its renewal to others', async () => {
        await create('b1', 1);
        await claim();
        const [before] = await parts.otherOwners('other');
        await tested.elapse(1);
        await parts.renew(OWNER);
        const [after] = await parts.otherOwners('other');
        expect(after?.owner).toBe(OWNER);
        expect(after?.renewal).not.toBe(before?.renewal);
      });

      it('writes nothing once the part was taken over', async () => {
        await create('b1', 2);
        const stale = await claim();
        await parts.release(OWNER);
        const fresh = await claim('second');
        expect(await parts.record(stale, [ran(0)], NOW)).toBe(false);
        expect(await parts.complete(stale)).toBe(false);
        await parts.fail(stale, 'no');
        await parts.retry(stale, 0);
        await parts.free(stale.claim, OWNER);
        expect(await look('b1')).toMatchObject({ status: 'processing', processedCount: 0 });
        expect(await claimOrNone()).toBeUndefined();
        expect(await parts.record(fresh, [ran(0)], NOW)).toBe(true);
      });

      it('writes nothing to a cancelled batch', async () => {
        await create('b1', 1);
        const part = await claim();
        await team.cancelBatch('b1');
        expect(await parts.held(OWNER)).toEqual(new Set());
        expect(await parts.record(part, [ran(0)], NOW)).toBe(false);
        expect(await parts.complete(part)).toBe(false);
        await parts.retry(part, 0);
        expect(await claimOrNone()).toBeUndefined();
        expect((await look('b1'))?.status).toBe('cancelled');
        expect(await team.listVerifications(PAGE)).toEqual([]);
      });
    });

    describe('a queue', () => {
      it('waits as long as it has a part that nobody works on', async () => {
        const ours = parts.queueOf('team_ours');
        expect(await parts.waitingQueues()).toEqual([]);
        await create('b1', 1);
        await create('b2', 1);
        expect(await parts.waitingQueues()).toEqual([ours]);
        await claim();
        expect(await parts.waitingQueues()).toEqual([ours]);
        await team.cancelBatch('b2');
        expect(await claimOrNone()).toBeUndefined();
        expect(await parts.waitingQueues()).toEqual([]);
      });

      it('has the depth of what is open, and of the addresses without a result', async () => {
        await create('b1', 3);
        await create('b2', 2);
        await create('b3', 2);
        const first = await claim();
        await parts.record(first, [ran(0, 1, 2)], NOW);
        await parts.complete(first);
        await parts.record(await claim(), [ran(0)], NOW);
        const depth = { pendingBatches: 1, processingBatches: 1, addresses: 3 };
        expect(await parts.depth()).toEqual(depth);
      });
    });

    describe('a record', () => {
      it('settles and charges an entry once that comes twice in it', async () => {
        await create('b1', 2);
        expect(await parts.record(await claim(), [ran(0), ran(1, 0)], NOW)).toBe(true);
        expect((await look('b1'))?.processedCount).toBe(2);
        expect(await team.listVerifications(PAGE)).toHaveLength(2);
        expect(await used()).toBe(2);
      });

      it('reaches all entries of an address once, the history, the cache and the usage', async () => {
        await create('b1', 3);
        const part = await claim();
        const outcome = { ...ran(0, 2), keep: { key: 'n0@b1.test', expiresAt: NOW + 9 } };
        expect(await parts.record(part, [outcome], NOW)).toBe(true);
        expect(await parts.record(part, [outcome], NOW)).toBe(true);
        const entries = ['verified', 'pending', 'verified'];
        expect(await look('b1')).toMatchObject({ processedCount: 2, entries });
        expect(await team.listVerifications(PAGE)).toHaveLength(2);
        expect((await store.cache.find('team_ours', ['n0@b1.test'], NOW)).size).toBe(1);
        expect(await used()).toBe(2);
      });

      it('charges an answer that is not kept like any other', async () => {
        await create('b1', 3);
        const outcome = { positions: [0, 2], result: RESULT, charged: true };
        await parts.record(await claim(), [outcome], NOW);
        expect(await used()).toBe(2);
      });

      it('charges nothing for an answer from the cache', async () => {
        await create('b1', 1);
        await parts.record(await claim(), [{ positions: [0], result: RESULT }], NOW);
        expect(await used()).toBe(0);
      });

      it('gives nothing back for an entry that cost nothing', async () => {
        await team.reserve({ id: 'before', month: MONTH, count: 5, expiresAt: NOW });
        await team.createBatch(newBatch('b1', 1, 0));
        await parts.record(await claim(), [{ positions: [0], result: RESULT }], NOW);
        expect(await used()).toBe(5);
      });
    });

    describe('a part that did not end well', () => {
      it('rests until its time and counts its failures', async () => {
        await create('b1', 1);
        await parts.retry(await claim(), 60_000);
        await tested.elapse(50_000);
        expect(await claimOrNone()).toBeUndefined();
        await tested.elapse(10_000);
        expect(await claim()).toMatchObject({ failures: 1 });
      });

      it('forgets its failures with progress', async () => {
        await create('b1', 2);
        await parts.retry(await claim(), 0);
        const again = await claim();
        expect(again.failures).toBe(1);
        await parts.record(again, [ran(0)], NOW);
        await parts.release(OWNER);
        expect(await claim()).toMatchObject({ failures: 0 });
      });

      it('fails its batch, which keeps what was reached and gives back the rest', async () => {
        await create('b1', 3);
        const part = await claim();
        await parts.record(part, [ran(1)], NOW);
        await parts.fail(part, 'it broke');
        const found = await team.findBatch('b1');
        expect(found?.batch).toMatchObject({ status: 'failed', processedCount: 1 });
        expect(found?.entries.map(({ status, error }) => [status, error])).toEqual([
          ['failed', 'it broke'],
          ['verified', null],
          ['failed', 'it broke'],
        ]);
        expect(await used()).toBe(1);
        expect(await claimOrNone()).toBeUndefined();
      });
    });

    it('the last part to end completes its batch, which is claimed no more', async () => {
      await create('b1', 1);
      const part = await claim();
      await parts.record(part, [ran(0)], NOW);
      expect(await parts.complete(part)).toBe(true);
      expect(await parts.complete(part)).toBe(false);
      expect((await look('b1'))?.status).toBe('completed');
      await tested.elapse(99_999);
      expect(await claimOrNone()).toBeUndefined();
      expect(await parts.waitingQueues()).toEqual([]);
    });
  });
}

function newBatch(id: string, count: number, cost = 1): NewBatch {
  const entries = Array.from({ length: count }, (_, n) => {
    const email = `n${n}@${id}.test`;
    return { email, cacheKey: email, cost };
  });
  return { id, createdAt: NOW, month: MONTH, entries };
}

function ran(...positions: number[]): EntryOutcome {
  const keep = { key: `key ${positions}`, expiresAt: NOW + 1 };
  return { positions, result: RESULT, charged: true, keep };
}
