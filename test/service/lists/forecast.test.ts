import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EstimateSources, estimateAddresses } from '../../../src/service/lists/estimate.ts';
import { type AskedDomain, expectedTime, forecast } from '../../../src/service/lists/forecast.ts';
import type { DomainOutlook, ProviderOutlook } from '../../../src/verifier/verifier.ts';
import { runs } from '../../support/property-runs.ts';

const { POSITIVE_INFINITY: NONE } = Number;
const TIMES = { roundTrip: 100, recipient: 0 };
/** The least that a list takes. */
const LEAST = 2;
/** Of so many recipients, of which a tenth is refused: greeting, EHLO, first ones, QUIT, and the batches. */
const session = (recipients: number) =>
  0.1 * (4 + Math.log(1 - (recipients * 0.1) / 9) / Math.log(0.9));

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

const secondsOf = (count: number, one: ProviderOutlook) =>
  forecast({ domains: [asked(count, at(one))], times: TIMES }).seconds;

describe('the forecast', () => {
  it.each([
    ['one session at a time', 100, {}, {}, LEAST + 10 * session(10)],
    ['sessions side by side', 100, { connections: 3 }, {}, LEAST + 5 * session(10)],
    // Its one batch has a round trip of its own.
    ['one session, which connections do not divide', 2, { connections: 2 }, {}, LEAST + 0.5],
    ['two egresses', 100, {}, { egresses: ['one', 'two'] }, LEAST + 5 * session(10)],
    // 4 at once, 4 a minute later, 2 two minutes later.
    ['sessions a minute', 100, { sessionsPerMinute: 4 }, {}, LEAST + 120],
    ['recipients an hour', 100, { recipientsPerHour: 40 }, {}, LEAST + 2 * 3600],
    // A tenth is refused.
    ['refused recipients an hour', 100, { refusedPerHour: 4 }, {}, LEAST + 2 * 3600],
    ['a rest', 10, {}, { closedFor: 60_000 }, LEAST + 60 + session(10)],
  ] as const)('takes the time of %s', (_, count, limits, more, seconds) => {
    expect(secondsOf(count, provider('p', limits, more))).toBeCloseTo(seconds, 5);
  });

  it('asks a random address of each domain, but where all are accepted anyway', () => {
    const one = provider('p', {}, { asksRandom: true });
    const domains = [
      asked(3, at(one), 'a.test'),
      { ...asked(4, at(one), 'b.test'), acceptsAll: true },
    ];
    expect(forecast({ domains })).toMatchObject({ recipients: 8, sessions: 1 });
  });

  it('shares sessions where the hosts are the same, and opens others elsewhere', () => {
    const one = provider('p');
    const domains = ['a', 'b', 'c'].map((name) =>
      asked(2, at(one, name === 'c' ? 'z' : 'mx'), name),
    );
    expect(forecast({ domains }).sessions).toBe(2);
  });

  it('ends with its slowest provider', () => {
    const slow = forecast({
      domains: [asked(100, at(provider('slow'))), asked(10, at(provider('quick')))],
      times: TIMES,
    });
    expect(slow.seconds).toBeCloseTo(LEAST + 10 * session(10), 3);
    expect(slow.providers.map(({ key }) => key)).toEqual(['slow', 'quick']);
  });

  it('expects that of many hosts alike the slowest takes longer', () => {
    const domains = Array.from({ length: 16 }, (_, host) =>
      asked(10, at(provider(`p${host}`)), `${host}.test`),
    );
    expect(forecast({ domains, times: TIMES }).seconds).toBeCloseTo(LEAST + 2 * session(10), 5);
    const together = { ...asked(10, at(provider('p', { isKnown: false }))), weight: 16 };
    expect(forecast({ domains: [together], times: TIMES }).seconds).toBeCloseTo(
      LEAST + 2 * session(10),
      5,
    );
    const limits = { sessionsPerMinute: 1, recipientsPerSession: 1, connections: 9 };
    const limited = domains.map((_, host) =>
      asked(3, at(provider(`p${host}`, limits)), `${host}.test`),
    );
    expect(forecast({ domains: limited, times: TIMES }).seconds).toBeCloseTo(LEAST + 120, 5);
  });

  it('gives a range whose ends are at most four times apart', () => {
    for (const count of [1, 10, 1000, 100_000]) {
      const domains = [asked(count, at(provider('p')))];
      const found = forecast({ domains });
      const { from, to } = expectedTime(domains, found);
      expect(to / from).toBeLessThanOrEqual(4);
      expect(from).toBeLessThanOrEqual(found.seconds);
      expect(to).toBeGreaterThanOrEqual(found.seconds);
    }
  });

  it('lets one domain stand for others', () => {
    const one = { ...asked(2, at(provider('p', { isKnown: false }))), weight: 5 };
    expect(forecast({ domains: [one] })).toMatchObject({ recipients: 10, sessions: 5 });
  });

  it('says why what can not be decided is not', () => {
    const late = provider('late', {}, { acceptsUntilData: true });
    const found = forecast({
      domains: [
        asked(5, at(late)),
        { ...asked(4, at(provider('p'))), acceptsAll: true },
        asked(3, { kind: 'opted_out' }),
        asked(2, { kind: 'failure' }),
        asked(1, { kind: 'none' }),
        asked(1, at(provider('p'))),
      ],
    });
    expect(found.undecided).toEqual({
      accepts_all_until_data: 5,
      accept_all: 4,
      opted_out: 3,
      dns_failure: 2,
    });
    expect(found.withoutHost).toBe(1);
  });

  it('decides nothing behind a closed port but what DNS says', () => {
    const domains = [asked(5, at(provider('p'))), asked(3, { kind: 'none' })];
    expect(forecast({ domains, isPortClosed: true }).undecided).toEqual({ port_25_closed: 5 });
  });

  it('says what each egress bears, beside the limit that is nearest', () => {
    const two = { egresses: ['one', 'two'] };
    const domains = [
      asked(100, at(provider('p', { recipientsPerHour: 80 }, two))),
      asked(30, at(provider('q', { recipientsPerHour: 300 }))),
    ];
    expect(forecast({ domains, times: TIMES }).egresses).toEqual([
      {
        egress: 'one',
        sessions: 8,
        recipients: 80,
        recipientsPerHour: 80,
        nearest: { provider: 'p', limit: 80, recipientsPerHour: 50 },
      },
      {
        egress: 'two',
        sessions: 5,
        recipients: 50,
        recipientsPerHour: 50,
        nearest: { provider: 'p', limit: 80, recipientsPerHour: 50 },
      },
    ]);
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

const ANSWER = { decided: true, reason: 'accepted' };

function sources(cached: Readonly<Record<string, boolean>>): EstimateSources {
  const facts = (acceptAll: boolean) => ({
    ...{ valid: true, deliverable: true, acceptAll, role: false, temporary: false },
    ...{ mx: true, smtp: true, score: 90 },
  });
  return {
    findCached: async (keys) =>
      new Map(
        keys.flatMap((key) =>
          cached[key] === undefined ? [] : [[key, { ...ANSWER, facts: facts(cached[key]) }]],
        ),
      ),
    findSuppressed: async (keys) => new Set(keys.filter((key) => key.startsWith('never'))),
    verifier: {
      outlook: async (domains) => domains.map((domain) => at(provider(domain, {}, {}), domain)),
    },
  };
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
    expect(found.forecast.providers.map(({ key, addresses }) => [key, addresses])).toEqual([
      ['b.test', 1],
    ]);
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
    expect(found.forecast.undecided).toEqual({ accept_all: 2 });
  });

  it('lets the domains that were looked up stand for those that were not', async () => {
    const emails = Array.from({ length: 9000 }, (_, at) => `p${at}@d${at % 4500}.test`);
    let lookedUp = 0;
    const known = sources({});
    const outlook: typeof known.verifier.outlook = async (domains) => {
      lookedUp += domains.length;
      return domains.map((domain) => at(provider(domain, { isKnown: false }), domain));
    };
    const found = await estimateAddresses(
      { ...known, verifier: { outlook } },
      { total: emails.length, portions: [emails] },
    );
    expect(lookedUp).toBe(2000);
    expect(found.forecast.recipients).toBeGreaterThan(8900);
    expect(found.forecast.recipients).toBeLessThan(9100);
  });

  it('counts domains of which nothing is known in time as hosts of their own', async () => {
    const known = { ...sources({}), verifier: {} };
    const found = await estimateAddresses(known, { total: 1, portions: [['ann@a.test']] });
    expect(found.forecast).toMatchObject({ unknownDomains: 1, sessions: 1, recipients: 2 });
  });
});
