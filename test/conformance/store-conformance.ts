import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import type { EntryOutcome } from '../../src/service/parts/part-queue.ts';
import type { NewBatch, NewEntry, Store, TeamStore } from '../../src/service/ports.ts';
import type { NewKey } from '../../src/service/records.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** A second connection to the same database, as another process has one. */
  readonly other: Store;
  /** Lets the time go on by which parts wait. */
  elapse(ms: number): Promise<void>;
  /** The problems that `admin check` finds. */
  check(): Promise<string[]>;
  dispose(): Promise<void>;
}

const MONTH = '2026-11';
const NOW = Date.UTC(2026, 10, 21);
const RESULT = foundResult();

/** What every store must do, whatever database is under it. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let team: TeamStore;
    let stranger: TeamStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      team = await createTeam('ours', 10);
      stranger = await createTeam('theirs', null);
    });
    afterEach(() => tested.dispose());

    async function createTeam(teamName: string, quota: number | null): Promise<TeamStore> {
      await store.teams.create({ id: `team_${teamName}`, name: teamName, quota, createdAt: NOW });
      return store.team(`team_${teamName}`);
    }

    async function used(teamName = 'ours'): Promise<number | undefined> {
      return (await store.teams.list(MONTH)).find((row) => row.name === teamName)?.used;
    }

    const claim = () => claimPart(store, 'team_ours');

    it('is closed once, however often it is asked to', async () => {
      await Promise.all([store.close(), store.close()]);
      await store.close();
    });

    describe('teams and keys', () => {
      it('a name belongs to one team', async () => {
        const again = { id: 'team_2', name: 'ours', quota: null, createdAt: NOW };
        expect(await store.teams.create(again)).toBe(false);
        expect(await store.teams.findByName('ours')).toMatchObject({ id: 'team_ours', quota: 10 });
      });

      it('a quota that is set shows in the list', async () => {
        expect(await store.teams.setQuota('ours', 25)).toBe(true);
        expect(await store.teams.setQuota('nobody', 25)).toBe(false);
        expect(await store.teams.list(MONTH)).toMatchObject([
          { name: 'ours', quota: 25, used: 0 },
          { name: 'theirs', quota: null, used: 0 },
        ]);
      });

      const addKey = (key: NewKey) =>
        store.members(key.teamId).createKey(key, { actor: 'ada@x.com', at: NOW });

      it('a key is found by its hash, with its team', async () => {
        await addKey(newKey('key_1', 'a'));
        expect(await store.keys.findByHash('a')).toMatchObject({
          key: { id: 'key_1', teamName: 'ours', lastUsedAt: null, revokedAt: null },
          team: { id: 'team_ours', name: 'ours', quota: 10 },
        });
        expect(await store.keys.findByHash('b')).toBeUndefined();
      });

      it('a key keeps its scopes and its expiry; without any it has all scopes, for ever', async () => {
        await addKey({ ...newKey('key_1', 'a'), scopes: ['read'], expiresAt: NOW + 1 });
        await addKey(newKey('key_2', 'b'));
        const limited = { scopes: ['read'], expiresAt: NOW + 1 };
        expect((await store.keys.findByHash('a'))?.key).toMatchObject(limited);
        const unlimited = { scopes: ['verify', 'read', 'manage', 'learn'], expiresAt: null };
        expect(await store.keys.list()).toMatchObject([limited, unlimited]);
      });

      it('a revoked key keeps the date of its first revocation', async () => {
        await addKey(newKey('key_1', 'a'));
        await store.keys.revoke('key_1', NOW + 1);
        expect(await store.keys.revoke('key_1', NOW + 2)).toMatchObject({ revokedAt: NOW + 1 });
        expect(await store.keys.revoke('key_2', NOW)).toBeUndefined();
      });

      it('keys are listed oldest first, of one team or of all', async () => {
        await addKey({ ...newKey('key_2', 'b'), createdAt: NOW + 5 });
        await addKey({ ...newKey('key_1', 'a'), teamId: 'team_theirs' });
        await store.keys.markUsed('key_2', NOW + 9);
        const all = await store.keys.list();
        expect(all.map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
          ['key_1', null],
          ['key_2', NOW + 9],
        ]);
        expect(await store.keys.list('team_ours')).toHaveLength(1);
      });

      it('of several first keys one is stored', async () => {
        const created = await Promise.all([
          store.keys.createFirst(newKey('key_1', 'a')),
          tested.other.keys.createFirst(newKey('key_2', 'b')),
        ]);
        expect(created.filter(Boolean)).toHaveLength(1);
        expect(await store.keys.list()).toHaveLength(1);
      });
    });

    describe('usage', () => {
      let made = 0;
      const reserve = (count: number, by: TeamStore = team, month = MONTH) =>
        by.reserve({ id: `r${++made}`, month, count, expiresAt: NOW + 100 });

      it('what would exceed the quota is not reserved at all', async () => {
        expect(await reserve(7)).toBe(true);
        expect(await reserve(4)).toBe(false);
        expect(await reserve(3)).toBe(true);
        expect(await used()).toBe(10);
      });

      it('what is given back can be reserved again, once', async () => {
        await reserve(8);
        await reserve(2);
        await team.giveBack(`r${made}`);
        await team.giveBack(`r${made}`);
        expect(await used()).toBe(8);
        expect(await reserve(2)).toBe(true);
      });

      it('each month and each team counts for itself', async () => {
        await reserve(10);
        expect(await reserve(10, team, '2026-12')).toBe(true);
        expect(await reserve(1_000_000, stranger)).toBe(true);
      });

      it('reservations from several connections never exceed the quota together', async () => {
        const elsewhere = tested.other.team('team_ours');
        const tries = Array.from({ length: 20 }, (_, index) =>
          reserve(1, index % 2 ? team : elsewhere),
        );
        expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10);
      });

      it('a reservation that nobody uses up is given back when it expires', async () => {
        await reserve(4);
        await store.retention.giveBackExpired(NOW + 99);
        expect(await used()).toBe(4);
        await store.retention.giveBackExpired(NOW + 100);
        await store.retention.giveBackExpired(NOW + 100);
        expect(await used()).toBe(0);
      });

      it('a reservation made before the clock was set back is given back', async () => {
        await reserve(4);
        await store.retention.giveBackExpired(NOW - 2 * 24 * 60 * 60_000);
        expect(await used()).toBe(0);
      });

      it('a verification uses up its reservation, even one given back before, and is charged once', async () => {
        const reservation = { id: 'mine', month: MONTH, count: 1, expiresAt: NOW };
        await team.reserve(reservation);
        const verification = { email: 'a@x.test', result: RESULT, at: NOW, reservation };
        await team.recordVerification(verification);
        await store.retention.giveBackExpired(NOW);
        expect(await used()).toBe(1);

        const late = { ...reservation, id: 'late' };
        await team.reserve(late);
        await store.retention.giveBackExpired(NOW);
        await team.recordVerification({ ...verification, reservation: late });
        expect(await used()).toBe(2);
      });
    });

    describe('history and cache', () => {
      it('the history is newest first, in pages, of one team', async () => {
        for (const email of ['a@x.test', 'b@x.test', 'c@x.test']) {
          await team.recordVerification({ email, result: RESULT, at: NOW });
        }
        const page = await team.listVerifications({ limit: 2, skip: 1 });
        expect(page).toEqual([
          { email: 'b@x.test', result: RESULT },
          { email: 'a@x.test', result: RESULT },
        ]);
        expect(await stranger.listVerifications({ limit: 9, skip: 0 })).toEqual([]);
      });

      it('all of a long history is read once, newest first, however many share a moment', async () => {
        const rows = Array.from({ length: 2500 }, (_, n) => ({
          email: `a${n}@x.test`,
          result: RESULT,
          at: NOW + Math.floor(n / 900),
        }));
        await Promise.all(rows.map((row) => team.recordVerification(row)));
        await stranger.recordVerification({ email: 'b@x.test', result: RESULT, at: NOW });
        const found: string[] = [];
        for await (const chunk of store.reports('team_ours').searchAll(''))
          found.push(...chunk.map(({ email }) => email));
        expect(found).toEqual(rows.map(({ email }) => email).reverse());
      });

      /** Says that it comes from the cache. */
      const fromCache = (result: Result) => ({ ...result, cached: true });

      it('a kept answer is found until it expires, and replaced by the next', async () => {
        const keep = { key: 'a@x.test', expiresAt: NOW + 100 };
        await team.recordVerification({ email: 'a@x.test', result: RESULT, at: NOW, keep });
        expect(await store.cache.findOne('team_theirs', 'a@x.test', NOW)).toBeUndefined();
        const found = (at: number) => store.cache.find('team_ours', ['a@x.test', 'b@x.test'], at);
        expect(await found(NOW + 99)).toEqual(new Map([['a@x.test', fromCache(RESULT)]]));
        expect(await found(NOW + 100)).toEqual(new Map());

        const other: Result = { ...RESULT, decided: false, reason: 'greylisted' };
        const later = { key: 'a@x.test', expiresAt: NOW + 200 };
        await team.recordVerification({ email: 'A@x.test', result: other, at: NOW, keep: later });
        expect(await found(NOW + 150)).toEqual(new Map([['a@x.test', fromCache(other)]]));
      });

      it.each(['single', 'batch'])(
        'an undecided answer of a %s verification replaces no decided one that holds longer',
        async (kind) => {
          const record = async (reason: string, expiresAt: number) => {
            const result = { ...RESULT, reason, decided: reason !== 'greylisted' };
            const keep = { key: 'a@x.test', expiresAt };
            if (kind === 'single')
              await team.recordVerification({ email: 'a@x.test', result, at: NOW, keep });
            else {
              await team.createBatch(newBatch(`batch_${expiresAt}`, ['a@x.test']));
              await store.parts.record(await claim(), [{ positions: [0], result, keep }], NOW);
            }
            return (await store.cache.findOne('team_ours', 'a@x.test', NOW))?.reason;
          };
          expect(await record('greylisted', NOW + 10)).toBe('greylisted');
          expect(await record('accepted', NOW + 5)).toBe('accepted');
          expect(await record('role', NOW + 100)).toBe('role');
          expect(await record('greylisted', NOW + 99)).toBe('role');
          expect(await record('greylisted', NOW + 101)).toBe('greylisted');
        },
      );

      it('a sweep deletes expired answers alone', async () => {
        for (const [key, expiresAt] of [
          ['old', NOW],
          ['new', NOW + 1],
        ] as const) {
          const keep = { key, expiresAt };
          await team.recordVerification({ email: key, result: RESULT, at: NOW, keep });
        }
        expect(await store.cache.sweep(NOW)).toBe(true);
        expect([...(await store.cache.find('team_ours', ['old', 'new'], 0)).keys()]).toEqual([
          'new',
        ]);
      });

      it.each(['answers', 'keys'])(
        'a sweep of many expired %s says that more may be left',
        async (kind) => {
          const expired = Array.from({ length: 1500 }, (_, n) => {
            const key = `old-${n}`;
            const keep = { key, expiresAt: NOW };
            const request = { key, hash: 'hash', at: NOW - 1, expiresAt: NOW };
            const verified = { email: 'a@x.test', result: RESULT, at: NOW };
            return { ...verified, ...(kind === 'answers' ? { keep } : { request }) };
          });
          await Promise.all(expired.map((one) => team.recordVerification(one)));
          expect([await store.cache.sweep(NOW), await store.cache.sweep(NOW)]).toEqual([
            false,
            true,
          ]);
        },
      );
    });

    describe('batches of a team', () => {
      it('a new batch is pending and keeps the order and the duplicates of its entries', async () => {
        const created = await team.createBatch(
          newBatch('b1', ['b@x.test', 'a@x.test', 'b@x.test']),
        );
        const batch = { id: 'b1', status: 'pending', totalCount: 3, processedCount: 0 };
        expect(created).toEqual({ ...batch, createdAt: NOW });
        const found = await team.findBatch('b1');
        expect(found?.batch).toEqual(created);
        expect(found?.entries.map(({ email }) => email)).toEqual([
          'b@x.test',
          'a@x.test',
          'b@x.test',
        ]);
        expect(new Set(found?.entries.map(({ id }) => id)).size).toBe(3);
        expect(found?.entries[0]).toMatchObject({ status: 'pending', result: null, error: null });
        expect(await used()).toBe(3);
      });

      it('a batch over the quota leaves no trace', async () => {
        await team.reserve({ id: 'before', month: MONTH, count: 8, expiresAt: NOW });
        expect(await team.createBatch(newBatch('b1', names(3)))).toBe('over_quota');
        expect(await team.findBatch('b1')).toBeUndefined();
        expect(await used()).toBe(8);
      });

      it('no more batches are open than there may be, and none is charged', async () => {
        const create = (id: string) => team.createBatch({ ...newBatch(id, names(1)), maxOpen: 2 });
        await create('b1');
        await create('b2');
        expect(await create('b3')).toBe('too_many_batches');
        expect(await used()).toBe(2);
        const part = await claim();
        await store.parts.record(part, [ran([0])], NOW);
        await store.parts.complete(part);
        expect(await create('b3')).toMatchObject({ id: 'b3' });
      });

      it('a batch of 1000 entries is stored whole', async () => {
        await stranger.createBatch(newBatch('b1', names(1000)));
        expect((await stranger.findBatch('b1'))?.entries).toHaveLength(1000);
      });

      it("another team's batch does not exist", async () => {
        await team.createBatch(newBatch('b1', names(1)));
        expect(await stranger.findBatch('b1')).toBeUndefined();
        expect(await stranger.cancelBatch('b1')).toBeUndefined();
        expect(await stranger.listBatches({ limit: 9, skip: 0 })).toEqual([]);
      });

      it('the list is newest first, in pages', async () => {
        for (const id of ['b1', 'b2', 'b3']) await team.createBatch(newBatch(id, names(1)));
        const page = await team.listBatches({ limit: 2, skip: 1 });
        expect(page.map(({ id }) => id)).toEqual(['b2', 'b1']);
      });

      it('cancelling ends what waits, gives back its cost and keeps what was reached', async () => {
        await team.createBatch(newBatch('b1', names(3)));
        const lease = await claim();
        await store.parts.record(lease, [ran([0])], NOW);
        expect(await team.cancelBatch('b1')).toMatchObject({
          cancelled: true,
          batch: { status: 'cancelled', processedCount: 1, totalCount: 3 },
        });
        const entries = (await team.findBatch('b1'))?.entries.map(({ status }) => status);
        expect(entries).toEqual(['verified', 'cancelled', 'cancelled']);
        expect(await used()).toBe(1);
      });

      it('what has ended is not cancelled', async () => {
        await team.createBatch(newBatch('b1', names(1)));
        await team.cancelBatch('b1');
        expect(await team.cancelBatch('b1')).toMatchObject({ cancelled: false });
        expect(await used()).toBe(0);
      });
    });

    describe('what the verifier keeps', () => {
      it('has one secret per name, of the first caller', async () => {
        const { verifierMemory: ours } = store;
        const { verifierMemory: theirs } = tested.other;
        expect(await ours.secret('probe_key', 'first')).toBe('first');
        expect(await theirs.secret('probe_key', 'second')).toBe('first');
        expect(await theirs.secret('another', 'third')).toBe('third');
      });

      it('has the rests that are not over, the last for each provider and egress', async () => {
        const { verifierMemory } = store;
        await verifierMemory.keepRest({ provider: 'google', egress: 'default', until: NOW + 1 });
        await verifierMemory.keepRest({ provider: 'google', egress: 'default', until: NOW + 5 });
        await verifierMemory.keepRest({ provider: 'google', egress: 'out-2', until: NOW - 1 });
        await verifierMemory.keepRest({ provider: 'sfr', egress: 'default', until: NOW });
        const left = [{ provider: 'google', egress: 'default', until: NOW + 5 }];
        expect(await tested.other.verifierMemory.rests(NOW)).toEqual(left);
      });
    });

    describe('retention', () => {
      it('knows what was stored last', async () => {
        const none = { history: undefined, batches: undefined };
        expect(await store.retention.newest()).toEqual(none);
        await team.recordVerification({ email: 'a@x.test', result: RESULT, at: NOW - 5 });
        await team.recordVerification({ email: 'b@x.test', result: RESULT, at: NOW - 3 });
        await team.createBatch(newBatch('b1', names(1)));
        expect(await store.retention.newest()).toEqual({ history: NOW - 3, batches: NOW });
      });

      it('the history loses what is older, and nothing else', async () => {
        for (const at of [NOW - 2, NOW - 1, NOW]) {
          await team.recordVerification({ email: `${at}@x.test`, result: RESULT, at });
        }
        expect(await store.retention.sweepHistory(NOW)).toBe(2);
        expect(await store.retention.sweepHistory(NOW)).toBe(0);
        expect(await team.listVerifications({ limit: 9, skip: 0 })).toHaveLength(1);
      });

      it('batches that are older go when they have ended, their history stays', async () => {
        for (const id of ['b1', 'b2', 'b3']) await team.createBatch(newBatch(id, names(1)));
        const lease = await claim();
        await store.parts.record(lease, [ran([0])], NOW);
        await store.parts.complete(lease);
        await claim();
        expect(await store.retention.sweepBatches(NOW)).toBe(0);
        expect(await store.retention.sweepBatches(NOW + 1)).toBe(1);
        expect(await store.retention.sweepBatches(NOW + 1)).toBe(0);
        expect((await team.listBatches({ limit: 9, skip: 0 })).map(({ id }) => id)).toEqual([
          'b3',
          'b2',
        ]);
        expect(await team.listVerifications({ limit: 9, skip: 0 })).toHaveLength(1);
        expect(await used()).toBe(3);
      });
    });

    describe('erasure', () => {
      const PAGE = { limit: 9, skip: 0 };
      const found = async (text: string) => (await store.erasure.addressesWith(text)).sort();

      it('finds addresses wherever they are, in ASCII letters of any case', async () => {
        const keep = { key: 'ann@c.test', expiresAt: NOW };
        await team.recordVerification({ email: 'Ann@h.test', result: RESULT, at: NOW, keep });
        await stranger.createBatch(newBatch('b1', ['ANN@b.test', 'bob@x.test']));
        expect(await found('ann')).toEqual(['ANN@b.test', 'Ann@h.test', 'ann@c.test']);
        expect(await found('%')).toEqual([]);
      });

      it('leaves nothing of an address, and everything of others', async () => {
        const keep = { key: 'ann@x.test', expiresAt: NOW + 9 };
        await team.recordVerification({ email: 'ann@x.test', result: RESULT, at: NOW, keep });
        await team.recordVerification({ email: 'bob@x.test', result: RESULT, at: NOW });
        await team.createBatch(newBatch('b1', ['ann@x.test', 'bob@x.test', 'ann@x.test']));
        const lease = await claim();
        await store.parts.record(lease, [ran([0])], NOW);

        expect(await store.erasure.erase({ emails: ['ann@x.test'], error: 'erased' })).toEqual({
          verifications: 2,
          cachedAnswers: 1,
          entries: 2,
          suppressions: 0,
          outcomes: 0,
          imports: 0,
        });
        expect(await found('ann')).toEqual([]);
        expect((await team.listVerifications(PAGE)).map(({ email }) => email)).toEqual([
          'bob@x.test',
        ]);
        const { batch, entries } = (await team.findBatch('b1')) ?? {};
        expect(batch).toMatchObject({ totalCount: 3, processedCount: 2 });
        expect(
          entries?.map(({ email, status, result, error }) => [email, status, result, error]),
        ).toEqual([
          ['', 'failed', null, 'erased'],
          ['bob@x.test', 'pending', null, null],
          ['', 'failed', null, 'erased'],
        ]);
        expect(await used()).toBe(2);
      });

      it('reaches an address that is being verified: its answer is kept nowhere', async () => {
        await team.createBatch(newBatch('b1', ['ann@x.test']));
        const lease = await claim();
        await store.erasure.erase({ emails: ['ann@x.test'], error: 'erased' });
        const keep = { key: 'ann@x.test', expiresAt: NOW + 9 };
        expect(await store.parts.record(lease, [{ ...ran([0]), keep }], NOW)).toBe(true);
        expect(await found('ann')).toEqual([]);
      });

      it('of nothing changes nothing', async () => {
        expect(await store.erasure.erase({ emails: [], error: 'erased' })).toMatchObject({
          entries: 0,
        });
      });
    });

    it('text of any kind comes back as it was', async () => {
      const emails = ['a\u0000b@x.test', "'; drop table teams; --", 'ü😀@bücher.test', ''];
      await team.createBatch(newBatch('b1', emails));
      const found = await team.findBatch('b1');
      expect(found?.entries.map(({ email }) => email)).toEqual(emails);
    });

    it('a ping answers', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
}

function newKey(id: string, hash: string) {
  return { id, teamId: 'team_ours', label: null, hash, lastFour: 'abcd', createdAt: NOW };
}

function newBatch(id: string, emails: readonly string[], cost = 1): NewBatch {
  const entries: NewEntry[] = emails.map((email) => ({ email, cacheKey: email, cost }));
  return { id, createdAt: NOW, month: MONTH, entries };
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `n${index}@x.test`);
}

function ran(positions: readonly number[]): EntryOutcome {
  return {
    positions,
    result: RESULT,
    charged: true,
    keep: { key: `key ${positions}`, expiresAt: NOW + 1 },
  };
}
