import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AskedDomain,
  type Estimate,
  type EstimateSources,
  estimateAddresses,
  expectTime,
} from '../../../src/service/lists/estimate.ts';
import type { DomainOutlook, ProviderOutlook } from '../../../src/verifier/verifier.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';
import { foundResult } from '../../support/found-result.ts';
import { runs } from '../../support/property-runs.ts';

const { POSITIVE_INFINITY: NONE } = Number;
/** The least that a list takes. */
const LEAST = 2;
/** Seconds of a session with so many recipients. */
const session = (recipients: number) => 0.6 + 0.2 * recipients;

type Limits = Partial<ProviderOutlook['pace']>;

function provider(key: string, limits: Limits = {}, more: Partial<ProviderOutlook> = {}) {
  const pace: ProviderOutlook['pace'] = {
    connections: 1,
    recipientsPerSession: 10,
    sessionsPerMinute: NONE,
    recipientsPerHour: NONE,
    refusedPerHour: NONE,
    rest: 0,
    isKnown: true,
    ...limits,
  };
  const facts = { acceptsUntilData: false, asksRandom: false, egresses: ['one'], closedFor: 0 };
  return { key, name: key, pace, ...facts, ...more };
}

function asked(count: number, outlook: DomainOutlook, domain = 'a.test'): AskedDomain {
  return { domain, count, weight: 1, outlook, acceptsAll: false };
}

function at(one: ProviderOutlook, hosts = 'mx'): DomainOutlook {
  return { kind: 'hosts', hosts, provider: one };
}

/** Of sessions, of all providers together. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

const secondsOf = (count: number, one: ProviderOutlook) =>
  expectTime({ domains: [asked(count, at(one))], maxSessions: ANY_NUMBER, addresses: count })
    .expected;

describe('the expected time', () => {
  it.each([
    ['one session at a time', 100, {}, {}, LEAST + 10 * session(10)],
    ['sessions side by side', 100, { connections: 4 }, {}, LEAST + 2.5 * session(10)],
    ['one session, which connections do not divide', 2, { connections: 2 }, {}, LEAST + session(2)],
    ['two egresses', 100, {}, { egresses: ['one', 'two'] }, LEAST + 5 * session(10)],
    // 4 at once, 4 a minute later, 2 two minutes later.
    ['sessions a minute', 100, { sessionsPerMinute: 4 }, {}, LEAST + 120],
    ['recipients an hour', 100, { recipientsPerHour: 40 }, {}, LEAST + 2 * 3600],
    // A tenth is refused.
    ['refused recipients an hour', 100, { refusedPerHour: 4 }, {}, LEAST + 2 * 3600],
    ['a rest', 10, {}, { closedFor: 60_000 }, LEAST + 60 + session(10)],
  ] as const)('is that of %s', (_, count, limits, more, seconds) => {
    expect(secondsOf(count, provider('p', limits, more))).toBeCloseTo(seconds, 5);
  });

  it('is that of the slowest provider, which domains at it share', () => {
    const domains = [
      asked(60, at(provider('slow')), 'a.test'),
      asked(40, at(provider('slow')), 'b.test'),
      asked(10, at(provider('quick')), 'c.test'),
    ];
    expect(expectTime({ domains, maxSessions: ANY_NUMBER, addresses: 110 }).expected).toBeCloseTo(
      LEAST + 10 * session(10),
      5,
    );
  });

  it('is that of all sessions where there are more hosts than sessions at a time', () => {
    const domains = [{ ...asked(5, at(provider('p', { isKnown: false }))), weight: 2000 }];
    expect(expectTime({ domains, maxSessions: 200, addresses: 10_000 }).expected).toBeCloseTo(
      LEAST + 10 * session(5),
      5,
    );
  });

  it('is that of this machine where no host is asked', () => {
    const time = expectTime({ domains: [], maxSessions: 200, addresses: 50_000 });
    expect(time).toEqual({ expected: LEAST + 10, from: 5, to: LEAST + 20 });
    const few = expectTime({ domains: [], maxSessions: 200, addresses: 0 });
    expect(few).toEqual({ expected: LEAST, from: 0, to: 2 * LEAST });
  });

  it('has a range whose ends are at most four times apart', () => {
    for (const count of [1, 10, 1000, 100_000]) {
      const domains = [asked(count, at(provider('p')))];
      const time = expectTime({ domains, maxSessions: ANY_NUMBER, addresses: count });
      const { expected, from, to } = time;
      expect(to / from).toBeLessThanOrEqual(4);
      expect(from).toBeLessThanOrEqual(expected);
      expect(to).toBeGreaterThanOrEqual(expected);
    }
  });

  it('never takes less time for more addresses, nor for stricter limits', () => {
    const limits = fc.record({
      connections: fc.integer({ min: 1, max: 20 }),
      recipientsPerSession: fc.integer({ min: 1, max: 100 }),
      sessionsPerMinute: fc.integer({ min: 1, max: 1000 }),
      recipientsPerHour: fc.integer({ min: 1, max: 10_000 }),
    });
    const count = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(count, count, limits, limits, (first, more, one, other) => {
        const strict = {
          connections: Math.min(one.connections, other.connections),
          // Short sessions may be quicker: each of them may be refused as often.
          recipientsPerSession: one.recipientsPerSession,
          sessionsPerMinute: Math.min(one.sessionsPerMinute, other.sessionsPerMinute),
          recipientsPerHour: Math.min(one.recipientsPerHour, other.recipientsPerHour),
        };
        const usual = secondsOf(first, provider('p', one));
        expect(secondsOf(first + more, provider('p', one))).toBeGreaterThanOrEqual(usual - 1e-6);
        expect(secondsOf(first, provider('p', strict))).toBeGreaterThanOrEqual(usual - 1e-6);
      }),
      { numRuns: runs(200) },
    );
  });
});

function sources(cached: Readonly<Record<string, boolean>>): EstimateSources {
  const facts = (acceptAll: boolean) => ({
    ...{ valid: true, deliverable: true, acceptAll, role: false, temporary: false },
    ...{ mx: true, smtp: true, score: 90 },
  });
  return {
    findCached: async (keys) =>
      new Map(
        keys.flatMap((key) =>
          cached[key] === undefined ? [] : [[key, foundResult({ facts: facts(cached[key]) })]],
        ),
      ),
    findSuppressed: async (keys) => new Set(keys.filter((key) => key.startsWith('never'))),
    verifier: {
      ...fakeVerifier(),
      outlook: async (domains) => domains.map((domain) => OUTLOOKS[domain] ?? ELSEWHERE),
    },
  };
}

const ELSEWHERE = at(provider('elsewhere'));

const OUTLOOKS: Readonly<Record<string, DomainOutlook>> = {
  'late.test': at(provider('late', {}, { acceptsUntilData: true })),
  'quiet.test': { kind: 'opted_out' },
  'broken.test': { kind: 'failure' },
  'dead.test': { kind: 'none' },
};

const LIST = [
  ...['ann@a.test', 'bob@a.test', 'ann@late.test', 'bob@late.test', 'ann@quiet.test'],
  ...['ann@broken.test', 'ann@dead.test', 'never@a.test', 'ada@sandbox.test', 'ann@a.invalid'],
];

/** Of LIST, where nothing is cached. */
async function estimateWith(look: EstimateSources['verifier']['look']): Promise<Estimate> {
  const known = sources({});
  const verifier = { ...known.verifier, look };
  return await estimateAddresses({ ...known, verifier }, { total: LIST.length, portions: [LIST] });
}

describe('the estimate', () => {
  it('charges neither what is known, nor what is suppressed, nor the sandbox', async () => {
    const portions = [
      ['ann@a.test', 'never@a.test', 'bob@b.test'],
      ['ada@sandbox.test', 'ann@a.invalid'],
    ];
    const known = sources({ 'ann@a.test': false });
    const found = await estimateAddresses(known, { total: 5, portions });
    expect(found).toMatchObject({ cached: 1, suppressed: 1, sandbox: 1, neverAsked: 1 });
    expect(found).toMatchObject({ cost: 1, isExact: true });
  });

  it('charges a mailbox once', async () => {
    const portions = [
      ['ann.lee@gmail.com', 'annlee@gmail.com', 'bob@gmail.com', 'b.ob@gmail.com', 'B@a.test'],
    ];
    const known = sources({ 'bob@gmail.com': false });
    const found = await estimateAddresses(known, { total: 5, portions });
    expect(found).toMatchObject({ cached: 1, sameMailbox: 2, cost: 2 });
  });

  it('knows from the cache which domains accept everything', async () => {
    const portions = [['ann@a.test', 'bob@a.test', 'eve@a.test', 'ann@b.test']];
    const found = await estimateAddresses(sources({ 'ann@a.test': true }), { total: 4, portions });
    expect(found).toMatchObject({ undecidable: 2, causes: { accept_all: 2 } });
  });

  it('says what can not be decided and why', async () => {
    const causes = { accepts_all_until_data: 2, opted_out: 1, dns_failure: 1 };
    const found = await estimateWith(async () => []);
    expect(found).toMatchObject({ undecidable: 4, problem: undefined });
    expect(found.causes).toEqual(causes);
  });

  it('decides behind a closed port only what DNS says', async () => {
    const found = await estimateWith(async () => ['port_25_closed']);
    expect(found).toMatchObject({ undecidable: 6, problem: 'port_25_closed' });
    expect(found.causes).toEqual({ port_25_closed: 4, opted_out: 1, dns_failure: 1 });
    expect(found.seconds.to).toBeLessThan(5);
  });

  it('decides without DNS only what is known without it', async () => {
    const found = await estimateWith(async () => ['dns_failure']);
    expect(found).toMatchObject({ undecidable: 7, problem: 'dns_failure', cost: 7 });
    expect(found.causes).toEqual({ dns_failure: 7 });
  });

  it('tries no network for a list of which everything is known', async () => {
    const verifier = { ...fakeVerifier(), look: async () => ['dns_failure'] as const };
    const known = { ...sources({}), verifier };
    const found = await estimateAddresses(known, { total: 1, portions: [['ada@sandbox.test']] });
    expect(found).toMatchObject({ undecidable: 0, problem: undefined });
  });

  it('lets the domains that were looked up stand for those that were not', async () => {
    const emails = Array.from({ length: 9000 }, (_, at) => `p${at}@d${at % 4500}.test`);
    let lookedUp = 0;
    const outlook: EstimateSources['verifier']['outlook'] = async (domains) => {
      lookedUp += domains.length;
      return domains.map(() => ({ kind: 'opted_out' }));
    };
    const known = { ...sources({}), verifier: { ...fakeVerifier(), outlook } };
    const found = await estimateAddresses(known, { total: 18_000, portions: [emails] });
    expect(lookedUp).toBe(2000);
    expect(found.undecidable).toBe(18_000);
    expect(found.isExact).toBe(false);
  });
});
