import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import type { Answer } from '../../src/service/records.ts';
import {
  type ReplayChange,
  replayStored,
  type StoreReplay,
} from '../../src/service/verifications/replay.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { claimPart } from '../support/claim-part.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const UNKNOWN = { ...ACCEPTED_FACTS, deliverable: false, smtp: false, score: 40 };

function detail(reason: string, rest: object = {}): string {
  return JSON.stringify({
    reason,
    provider: 'x.test',
    mxHost: 'mx.x.test',
    free: false,
    reply: { code: 550, enhanced: '5.1.1', text: 'User unknown' },
    checkedAt: '2026-11-01T08:00:00.000Z',
    attempts: 1,
    retryAfter: null,
    ...rest,
  });
}

const OBSERVED = { dns: [], stage: 'rcpt', rule: 'a rule of last year' };
const MISREAD: Answer = {
  facts: UNKNOWN,
  decided: false,
  reason: 'unclear',
  detail: detail('unclear', { observed: OBSERVED }),
};
const WITHOUT_EVIDENCE: Answer = { ...MISREAD, detail: detail('unclear') };

/** What every store must do when results are judged again, whatever database is under it. */
export function describeReplay(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`stored results on ${name}, judged again`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: null, createdAt: NOW });
      }
      await record('theirs', 'bob@x.test', MISREAD);
      await record('ours', 'old@x.test', WITHOUT_EVIDENCE);
      await record('ours', 'ann@x.test', MISREAD, 'ann@x.test');
    });
    afterEach(() => tested.dispose());

    async function record(teamId: string, email: string, answer: Answer, key?: string) {
      const keep = key && { key, expiresAt: NOW + 1000 };
      await store
        .team(teamId)
        .recordVerification({ email, answer, at: NOW, ...(keep && { keep }) });
    }

    /** Today's rules say that the mailbox does not exist, or that nothing is known of it. */
    async function replay(apply: boolean, reason = 'no_mailbox') {
      const changes: ReplayChange[] = [];
      const decided = reason === 'no_mailbox';
      const facts = decided ? { ...UNKNOWN, smtp: true, score: 0 } : UNKNOWN;
      const counts: StoreReplay = await replayStored(
        {
          store,
          clock: { now: () => NOW } as never,
          rejudge: (email, { observed }) =>
            observed && { finding: { email, ...facts, decided, reason }, rule: 'today' },
        },
        { apply, onChange: (change) => changes.push(change) },
      );
      return { counts, changes };
    }

    const history = (team: string) => store.team(team).listVerifications({ limit: 9, skip: 0 });
    const smtp = async (team: string) => (await history(team)).map(({ smtp: found }) => found);

    it('are shown and left alone, until they are to be corrected', async () => {
      const { counts, changes } = await replay(false);
      expect(counts).toMatchObject({
        history: { read: 3, judged: 2, changed: 2 },
        cache: { read: 1, judged: 1, changed: 1 },
      });
      const change = { before: 'unknown', after: 'undeliverable', rule: 'today' };
      const details = { beforeDetail: 'unclear', afterDetail: 'no_mailbox' };
      expect(changes).toEqual(
        expect.arrayContaining([
          { email: 'ann@x.test', ...change, ...details },
          { email: 'bob@x.test', ...change, ...details },
        ]),
      );
      expect(await smtp('ours')).toEqual([false, false]);
      expect(await store.cache.findOne('ours', 'ann@x.test', NOW)).toMatchObject({
        decided: false,
      });
    });

    it('are corrected in history and cache, with a line in the audit log of each team', async () => {
      await replay(true);
      expect(await smtp('ours')).toEqual([true, false]);
      expect(await smtp('theirs')).toEqual([true]);
      const [ann] = await history('ours');
      expect(JSON.parse(ann?.detail ?? '')).toMatchObject({
        reason: 'no_mailbox',
        observed: { rule: 'today' },
      });
      const cached = await tested.other.cache.findOne('ours', 'ann@x.test', NOW);
      expect(cached).toMatchObject({ decided: true, reason: 'no_mailbox', facts: { smtp: true } });
      const audit = await store.members('ours').audit({ limit: 9, skip: 0 });
      expect(audit).toMatchObject([{ action: 'results_replayed', subject: '1 result' }]);
      expect(await replay(true)).toMatchObject({ changes: [] });
      expect(await tested.check()).toEqual([]);
    });

    it('are taken out of the cache where nothing is known of them any more', async () => {
      await replay(true);
      await replay(true, 'blocked');
      expect(await store.cache.findOne('ours', 'ann@x.test', NOW)).toBeUndefined();
      expect(await smtp('ours')).toEqual([false, false]);
    });

    it('are corrected in batches, over more than a page of them', async () => {
      const emails = Array.from({ length: 1001 }, (_, n) => `n${n}@x.test`);
      const entries = emails.map((email) => ({ email, cacheKey: email, cost: 1 }));
      const batch = { id: 'b1', month: '2026-11', createdAt: NOW, entries };
      await store.team('ours').createBatch({ ...batch, maxOpen: 9 } as never);
      const outcomes = emails.map((_, at) => ({ positions: [at], answer: MISREAD }));
      await store.parts.record(await claimPart(store, 'ours'), outcomes as never, NOW);
      const { counts } = await replay(true);
      expect(counts.entries).toEqual({ read: 1001, judged: 1001, changed: 1001 });
      const found = await store.team('ours').findBatch('b1');
      expect(found?.entries.every(({ facts }) => facts?.smtp)).toBe(true);
    });
  });
}
