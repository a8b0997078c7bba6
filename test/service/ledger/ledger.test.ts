import { describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { findLedger } from '../../../src/service/ledger/ledger.ts';
import type { ImportedResult } from '../../../src/service/ledger/records.ts';
import type { Store } from '../../../src/service/ports.ts';
import { foundResult } from '../../support/found-result.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 22, 9);
const EMAIL = 'a@x.test';

interface Stored {
  readonly last?: Partial<Omit<Result, 'evidence'>>;
  readonly imported?: readonly Partial<ImportedResult>[];
  readonly proof?: { readonly proof: 'gone' | 'there'; readonly at: number };
}

/** What is said of an address that the store knows this about. */
async function entryOf({ last, imported = [], proof }: Stored, email = EMAIL) {
  const verification = { email: EMAIL, result: foundResult({ checkedAt: NOW - DAY, ...last }) };
  const results = imported.map((one) => {
    return {
      address: EMAIL,
      source: 'bouncer',
      verdict: 'deliverable',
      reason: null,
      checkedAt: null,
      ...one,
    };
  });
  const store = {
    ledger: () => ({
      last: async () => new Map(last ? [[EMAIL, verification]] : []),
      imported: async () => results,
      repeatedLooks: async () => [],
    }),
    outcomes: () => ({
      isEmpty: async () => proof === undefined,
      newestProofs: async () => new Map([[EMAIL, proof]]),
      proofs: async () => ({ find: () => [] }),
    }),
    reports: () => ({ searchAll: async function* () {} }),
  } as unknown as Store;
  const [entry] = await findLedger({ store, clock: { now: () => NOW } as never }, 'ours', [email]);
  return entry;
}

describe('the ledger', () => {
  it('says of an address of which nothing is known that it is due', async () => {
    expect(await entryOf({})).toEqual({
      ...{ email: EMAIL, due: true, disputed: false, result: null, reason: null },
      ...{ provider: null, checkedAt: null, imported: [] },
    });
  });

  it('has the last verification, found by the address as mail is delivered to it', async () => {
    expect(await entryOf({ last: {} }, 'a@X.test')).toMatchObject({
      due: false,
      result: { email: 'a@X.test', deliverable: true },
      checkedAt: '2026-11-21T09:00:00.000Z',
    });
  });

  it.each([
    ['an accepted address', { last: { checkedAt: NOW - 27 * DAY } }, false],
    ['an old one', { last: { checkedAt: NOW - 29 * DAY } }, true],
    ['an undecided one', { last: { decided: false, reason: 'greylisted' } }, true],
    ['one that bounced afterwards', { last: {}, proof: { proof: 'gone', at: NOW - 1 } }, true],
    ['one that bounced before', { last: {}, proof: { proof: 'gone', at: NOW - 2 * DAY } }, false],
    [
      'an old one to which mail was delivered lately',
      { last: { checkedAt: NOW - 90 * DAY }, proof: { proof: 'there', at: NOW - DAY } },
      false,
    ],
  ] as const)('says whether %s is due', async (_, stored, expected) => {
    expect((await entryOf(stored))?.due).toBe(expected);
  });

  it.each([
    ['one verifier alone', { imported: [{}] }, false],
    ['two that say the same', { last: {}, imported: [{}] }, false],
    ['two that differ', { last: {}, imported: [{ verdict: 'risky' }] }, true],
    ['an undecided one beside another', { last: {}, imported: [{ verdict: 'unknown' }] }, false],
    [
      'two others that differ',
      { imported: [{ verdict: 'undeliverable' }, { source: 'kickbox' }] },
      true,
    ],
  ] as const)('is disputed or not for %s', async (_, stored, expected) => {
    expect((await entryOf(stored as Stored))?.disputed).toBe(expected);
  });
});
