import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { likelihoodOf } from '../../src/service/likelihood/likelihood.ts';
import { formOf } from '../../src/service/likelihood/local-part-form.ts';
import { learnGivenOutcomes } from '../../src/service/outcomes/given-outcomes.ts';
import { verifyAddress } from '../../src/service/verifications/verifications.ts';
import { NO_EVIDENCE } from '../../src/verifier/engine/finding.ts';
import { runs } from '../support/property-runs.ts';
import { type ServiceWorld, serviceWorld } from '../support/service-world.ts';

const NOW = Date.UTC(2026, 10, 1);
const NOBODY = { delivered: 0, bounced: 0 };
const of = (form: string, delivered: number, bounced: number, newest = NOW) => ({
  ...{ form, delivered, bounced, newest },
});

describe('the form of a local part', () => {
  it.each([
    ['Ann.Lee', 'first.last'],
    ['ann.lee+news', 'first.last'],
    ['a.lee', 'f.last'],
    ['ann_lee', 'first_last'],
    ['lee.a', 'first.l'],
    ['alee', 'word'],
    ['dschulz', 'word'],
    ['ann.mary.lee', 'several'],
    ['ann1984', 'digits'],
    ['info', 'role'],
    ['x7k2q9zz4w', 'random'],
    ['bcdfghjklmn', 'random'],
    ['山田', 'word'],
  ])('of %s is %s', (localPart, form) => {
    expect(formOf(localPart)).toBe(form);
  });
});

describe('the likelihood of a mailbox', () => {
  const counts = fc.record({
    form: fc.constantFrom('first.last', 'f.last', 'word', 'role', 'random', 'digits'),
    delivered: fc.nat(200),
    bounced: fc.nat(200),
    newest: fc.integer({ min: NOW - 1e11, max: NOW }),
  });
  it('is unknown without outcomes of the domain and its gateway, and else within its interval', () => {
    expect(likelihoodOf('first.last', { forms: [], gateway: NOBODY }, NOW)).toBeUndefined();
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 5 }), fc.nat(99), (forms, delivered) => {
        const found = likelihoodOf('f.last', { forms, gateway: { delivered, bounced: 1 } }, NOW);
        const { value = 0, low = 1, high = 0 } = found ?? {};
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(value).toBeGreaterThanOrEqual(0.01);
        expect(value).toBeLessThanOrEqual(0.99);
      }),
      { numRuns: runs(500) },
    );
  });

  it('rises with deliveries to its form, falls with bounces, for other forms and random strings', () => {
    const at = (form: string, ...forms: ReturnType<typeof of>[]) =>
      likelihoodOf(form, { forms, gateway: NOBODY }, NOW)?.value ?? -1;
    const usual = of('first.last', 30, 0);
    expect(at('first.last', usual)).toBeGreaterThan(0.9);
    expect(at('first.last', of('first.last', 3, 27))).toBeLessThan(0.4);
    expect(at('f.last', usual)).toBeLessThan(0.4);
    expect(at('random', usual)).toBeLessThan(0.05);
  });

  it('is less certain with fewer and with older outcomes', () => {
    const width = (forms: ReturnType<typeof of>[]) => {
      const { low = 0, high = 0 } = likelihoodOf('word', { forms, gateway: NOBODY }, NOW) ?? {};
      return high - low;
    };
    const many = width([of('word', 50, 2)]);
    expect(width([of('word', 3, 0)])).toBeGreaterThan(many);
    expect(width([of('word', 50, 2, NOW - 3 * 365 * 24 * 60 * 60_000)])).toBeGreaterThan(many);
  });
});

describe('a verification at a domain that accepts every name', () => {
  let world: ServiceWorld;
  beforeEach(async () => {
    world = await serviceWorld();
    const { verify } = world.verifier;
    world.verifier.verify = async (email, options) => {
      const found = await verify(email, options);
      return { ...found, acceptAll: true, reason: 'accept_all', evidence: { ...NO_EVIDENCE } };
    };
  });
  afterEach(() => world.dispose());

  it('counts domains with the same gateway and the same host behind it where enough are known', async () => {
    const { team } = await world.team('ours');
    const { verify } = world.verifier;
    world.verifier.verify = async (email, options) => {
      const behind = email.includes('m365') ? 'microsoft-365' : undefined;
      const found = await verify(email, options);
      return { ...found, evidence: { ...NO_EVIDENCE, provider: 'mimecast eu', behind } };
    };
    const learn = async (emails: readonly string[], outcome: 'delivered' | 'no_mailbox') => {
      for (const email of emails)
        await verifyAddress(world.context, team, { email, noCache: false });
      const at = new Date(world.clock.now()).toISOString();
      const outcomes = emails.map((email) => ({ email, outcome, at }));
      await learnGivenOutcomes(world.context, team.id, outcomes);
    };
    const evidence = async (email: string) => {
      const { detail } = await verifyAddress(world.context, team, { email, noCache: false });
      return JSON.parse(detail ?? '{}').likelihoodBasis.evidence;
    };
    const names = (domain: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${'abcdefghijk'[at]}.lee@${domain}`);
    await learn(names('plain.test', 6), 'no_mailbox');
    await learn(names('one.m365.test', 9), 'delivered');
    const host = 'mail behind the gateway goes to Microsoft 365, by SPF';
    expect(await evidence('ann@two.m365.test')).toEqual(
      expect.arrayContaining([host, 'its provider: 9 of 15 addresses got their mail']),
    );
    await learn(['z.lee@three.m365.test'], 'delivered');
    const pair = 'domains with the same gateway and host: 10 of 10 addresses got their mail';
    expect(await evidence('bob@two.m365.test')).toEqual(expect.arrayContaining([host, pair]));
    expect(await evidence('bob@other.test')).toContain(
      'its provider: 10 of 16 addresses got their mail',
    );
  });

  it('says how likely the mailbox exists, to the team that learned it alone', async () => {
    const { team: ours } = await world.team('ours');
    const { team: theirs } = await world.team('theirs');
    const detailOf = async (team: typeof ours, email = 'ann.lee@x.test') => {
      const { detail } = await verifyAddress(world.context, team, { email, noCache: false });
      return JSON.parse(detail ?? '{}');
    };
    expect(await detailOf(ours)).not.toHaveProperty('likelihood');
    const at = new Date(world.clock.now() - 1000).toISOString();
    const outcomes = ['a.b', 'bo.ly', 'cy.de', 'di.fa'].map((name) => ({
      ...{ email: `${name}e@x.test`, outcome: 'delivered' as const, at },
    }));
    await learnGivenOutcomes(world.context, ours.id, outcomes);
    const { likelihood, likelihoodBasis } = await detailOf(ours);
    expect(likelihood).toBeGreaterThan(0.7);
    expect(likelihoodBasis.evidence).toEqual([
      'this domain: 4 of 4 addresses got their mail; the newest outcome is 0 days old',
      'the form first.last: 3 of 3 addresses got their mail at this domain',
    ]);
    expect(await detailOf(ours, 'ann@y.test')).toMatchObject({
      likelihood: null,
      likelihoodBasis: {
        low: null,
        evidence: [expect.stringContaining('no outcome of mail is known')],
      },
    });
    await verifyAddress(world.context, ours, { email: 'new.one@x.test', noCache: false });
    expect(await detailOf(theirs, 'new.one@x.test')).toMatchObject({ cached: true });
    expect(await detailOf(theirs, 'new.one@x.test')).not.toHaveProperty('likelihoodBasis');
  });
});
