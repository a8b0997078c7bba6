import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SingleFlight } from '../../src/lib/once.ts';
import { formatResult } from '../../src/result/codec.ts';
import type { IdempotentRequest } from '../../src/service/batches/idempotency.ts';
import type { NewBatch, ServiceContext, Store, TeamStore } from '../../src/service/ports.ts';
import { verifyAddress } from '../../src/service/verifications/verifications.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { foundResult } from '../support/found-result.ts';
import { manualClock } from '../support/manual-clock.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';
const DAY = 24 * 60 * 60_000;

/** What every store must do with an Idempotency-Key when two processes get it at once. */
export function describeIdempotency(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`idempotency keys in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let nodes: readonly Store[];

    beforeEach(async () => {
      tested = await open();
      nodes = [tested.store, tested.other];
      await tested.store.teams.create({ id: 'ours', name: 'ours', quota: 9, createdAt: NOW });
    });
    afterEach(() => tested.dispose());

    const request = (changes: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
      key: 'retry-1',
      hash: 'hash',
      at: NOW,
      expiresAt: NOW + DAY,
      ...changes,
    });
    const freeEntries = [{ email: 'a@sandbox.test', cacheKey: 'a@sandbox.test', cost: 0 }];
    const batch = (id: string, sent: IdempotentRequest): NewBatch => ({
      id,
      createdAt: sent.at,
      month: MONTH,
      entries: ['a@x.test', 'b@x.test'].map((email) => ({ email, cacheKey: email, cost: 1 })),
      request: sent,
    });

    async function stored() {
      const batches = await tested.store.team('ours').listBatches({ limit: 99, skip: 0 });
      const [team] = await tested.store.teams.list(MONTH);
      return { batches: batches.length, used: team?.used };
    }

    it('requests with one key that come to two processes at once become one batch', async () => {
      const sent = Array.from({ length: 16 }, (_, n) => {
        const node = nodes[n % 2] as Store;
        return node.team('ours').createBatch(batch(`b${n}`, request()));
      });
      const answers = await Promise.all(sent);
      const ids = answers.map((answer) => (typeof answer === 'string' ? answer : answer.id));
      expect(new Set(ids).size).toBe(1);
      expect(await stored()).toEqual({ batches: 1, used: 2 });
    });

    it('of different bodies under one key, one becomes a batch and the others are refused', async () => {
      const sent = Array.from({ length: 8 }, (_, n) => {
        const node = nodes[n % 2] as Store;
        return node.team('ours').createBatch(batch(`b${n}`, request({ hash: `hash${n}` })));
      });
      const refusals = (await Promise.all(sent)).filter((answer) => answer === 'key_reused');
      expect(refusals).toHaveLength(7);
      expect(await stored()).toEqual({ batches: 1, used: 2 });
    });

    /** Processes that verify an address each, all under one key, at once. */
    async function verifyAtOnce(emails: readonly string[]) {
      const verifier = fakeVerifier();
      verifier.hold();
      const shared = { verifier, clock: manualClock(NOW), token: () => `${Math.random()}` };
      const [team] = await tested.store.teams.list(MONTH);
      if (!team) throw new Error('no team');
      const sent = emails.map((email, n) => {
        const own = { store: nodes[n % 2] as Store, flights: new SingleFlight() };
        const stopping = new AbortController().signal;
        const context = {
          ...shared,
          ...own,
          stopping,
        } as Partial<ServiceContext> as ServiceContext;
        const key = request({ hash: email });
        return verifyAddress(context, team, { email, noCache: false, request: key });
      });
      const settled = Promise.allSettled(sent);
      let refused = 0;
      for (const one of sent) one.catch(() => refused++);
      while (verifier.asked.length + refused < emails.length) await nextTurn();
      for (const email of emails) verifier.letGo(email);
      return await settled;
    }

    async function charged() {
      const history = await tested.store.team('ours').listVerifications({ limit: 99, skip: 0 });
      const [team] = await tested.store.teams.list(MONTH);
      return { history: history.length, used: team?.used };
    }

    it('verifications with one key in several processes at once are one, charged once', async () => {
      const answers = await verifyAtOnce(Array.from({ length: 6 }, () => 'a@x.test'));
      const values = answers.map((answer) => answer.status === 'fulfilled' && answer.value);
      expect(values[0]).toMatchObject({
        email: 'a@x.test',
        result: { facts: { deliverable: true } },
      });
      for (const value of values) expect(value).toEqual(values[0]);
      expect(await charged()).toEqual({ history: 1, used: 1 });
    });

    it('of different addresses under one key in several processes one is verified', async () => {
      const answers = await verifyAtOnce(['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test']);
      const refused = answers.flatMap((answer) =>
        answer.status === 'rejected' ? [answer.reason] : [],
      );
      expect(refused.map(({ kind }) => kind)).toEqual(['key_reused', 'key_reused', 'key_reused']);
      expect(await charged()).toEqual({ history: 1, used: 1 });
    });

    it('a batch and a verification with one key in two processes at once: one is taken', async () => {
      const [first, second] = nodes as [Store, Store];
      const result = foundResult();
      const sent = Array.from({ length: 30 }, async (_, n) => {
        const key = `both-${n}`;
        const verified = { email: 'a@x.test', result, at: NOW, request: request({ key }) };
        const own = batch(`b${n}`, request({ key, hash: 'of the batch' }));
        const [isRecorded, created] = await Promise.all([
          first.team('ours').recordVerification(verified),
          second.team('ours').createBatch({ ...own, entries: freeEntries }),
        ]);
        return { isRecorded, isCreated: created !== 'key_reused' };
      });
      const both = await Promise.all(sent);
      expect(both.filter(({ isRecorded, isCreated }) => isRecorded === isCreated)).toEqual([]);
      const created = both.filter(({ isCreated }) => isCreated).length;
      expect(await stored()).toEqual({ batches: created, used: 0 });
      expect(await charged()).toEqual({ history: both.length - created, used: 0 });
    });

    it('of a key that is taken in one process the other refuses others, and knows the answer', async () => {
      const [ours, theirs] = nodes.map((node) => node.team('ours')) as [TeamStore, TeamStore];
      const claim = { ...request(), email: 'a@x.test', expiresAt: NOW + 1000 };
      expect(await ours.claimKey(claim)).toBe(true);
      expect(await theirs.claimKey({ ...claim, hash: 'other' })).toBe(false);
      expect(await theirs.claimKey(claim)).toBe(false);
      expect(await theirs.createBatch(batch('b1', request({ hash: 'other' })))).toBe('key_reused');
      const result = foundResult();
      const verified = { email: 'a@x.test', result, at: NOW, request: request() };
      const other = { ...verified, request: request({ hash: 'other' }) };
      expect(await theirs.recordVerification(other)).toBe(false);
      expect(await ours.recordVerification(verified)).toBe(true);
      expect(await theirs.recordVerification(verified)).toBe(false);
      expect(await theirs.findRequest({ key: 'retry-1', at: NOW + DAY - 1 })).toMatchObject({
        hash: 'hash',
        answer: formatResult(result),
      });
    });

    it('a key that was taken is free when it is given back, and when its process has ended', async () => {
      const [ours, theirs] = nodes.map((node) => node.team('ours')) as [TeamStore, TeamStore];
      const claim = { ...request(), email: 'a@x.test', expiresAt: NOW + 1000 };
      await ours.claimKey(claim);
      await theirs.releaseKey({ ...claim, hash: 'other' });
      expect(await theirs.claimKey(claim)).toBe(false);
      await ours.releaseKey(claim);
      expect(await theirs.claimKey(claim)).toBe(true);
      const later = request({ hash: 'other', at: NOW + 1000 });
      expect(await ours.createBatch(batch('b1', later))).toMatchObject({ id: 'b1' });
    });

    it('a key is free again when it has expired', async () => {
      const [first, second] = nodes as [Store, Store];
      await first.team('ours').createBatch(batch('b1', request()));
      const later = request({ hash: 'other', at: NOW + DAY, expiresAt: NOW + 2 * DAY });
      const again = await second.team('ours').createBatch(batch('b2', later));
      expect(again).toMatchObject({ id: 'b2' });
      expect(await stored()).toMatchObject({ batches: 2 });
    });
  });
}
