import { beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase } from '../../../src/composition/admin.ts';
import type { Facts } from '../../../src/contract/facts.ts';
import type { OutcomeKind } from '../../../src/contract/outcomes.ts';
import type { Evidence } from '../../../src/result/result.ts';
import { findContradictedRules, getAccuracy } from '../../../src/service/accuracy/accuracy.ts';
import { learnGivenOutcomes } from '../../../src/service/outcomes/learn-outcomes.ts';
import type { Team } from '../../../src/service/records.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { ACCEPTED_FACTS } from '../../support/accepted-facts.ts';
import { eachTest } from '../../support/each-test.ts';
import { foundResult } from '../../support/found-result.ts';
import { serviceWorld } from '../../support/service-world.ts';

const DAY = 24 * 60 * 60_000;
const GONE: Facts = { ...ACCEPTED_FACTS, deliverable: false, score: 0 };

const world = eachTest(serviceWorld);
let ours: Team;

beforeEach(async () => {
  ({ team: ours } = await world.team('ours'));
});

const context = () => world.context;
const report = (team = ours) => getAccuracy(context(), team.id);

/** A stored result, so long before now. */
async function verified(
  email: string,
  more: Partial<Evidence> & {
    reason?: string;
    facts?: Facts;
    before?: number;
    team?: Team;
  } = {},
) {
  const { reason, facts, before = 5 * DAY, team = ours, ...own } = more;
  const at = world.clock.now() - before;
  const known = { provider: 'x.test', mxHost: 'mx.x.test', control: 'refused_behind' } as const;
  const evidence = { ...known, ...own };
  const found = { evidence, checkedAt: at, ...(reason && { reason }), ...(facts && { facts }) };
  const result = foundResult(found);
  await world.context.store.team(team.id).recordVerification({ email, result, at });
}

async function came(email: string, outcome: OutcomeKind, { before = 2 * DAY, team = ours } = {}) {
  const at = new Date(world.clock.now() - before).toISOString();
  const reply = outcome === 'no_mailbox' ? `550 5.1.1 <${email}>: unknown` : null;
  await learnGivenOutcomes(world.context, team.id, [{ email, outcome, at, reply }]);
}

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}@x.test`);

/** So many accepted addresses, of which some bounced and all others got their mail. */
async function mailing({ right = 0, wrong = 0, silent = 0, team = ours }) {
  for (const email of addresses('right', right)) {
    await verified(email, { team });
    await came(email, 'delivered', { team });
  }
  for (const email of addresses('wrong', wrong)) {
    await verified(email, { team });
    await came(email, 'no_mailbox', { team });
  }
  for (const email of addresses('silent', silent)) await verified(email, { team });
}

describe('accuracy', () => {
  it('says nothing where no outcome is known', async () => {
    await mailing({ silent: 3 });
    expect(await report()).toMatchObject({ verified: 3, outcomes: 0, rules: [], hosts: [] });
    const [verdict] = (await report()).verdicts;
    expect(verdict).toMatchObject({ verified: 3, outcomes: 0, share: null, low: null, high: null });
  });

  it('looks at the newest results only while no outcome is known', async () => {
    const old = Array.from({ length: 5_000 }, (_, index) => `old${index}@x.test`);
    await Promise.all(old.map((email) => verified(email, { before: 9 * DAY })));
    await verified('new@x.test', { before: 8 * DAY });
    expect(await report()).toMatchObject({ verified: 5_000, cut: true });
    await came('old0@x.test', 'no_mailbox');
    expect(await report()).toMatchObject({ verified: 5_001, bounced: 1, cut: false });
  });

  it('counts contradicted results by rule and host, with interval and replies', async () => {
    await mailing({ right: 8, wrong: 2 });
    await verified('dead@x.test', {
      facts: GONE,
      reason: 'no_mailbox',
      rule: 'unknown user',
    });
    await came('dead@x.test', 'delivered');
    const { basis, verdicts, rules, hosts, ...counts } = await report();
    expect(counts).toMatchObject({
      verified: 11,
      outcomes: 11,
      delivered: 9,
      bounced: 2,
      cut: false,
    });
    expect(basis).toBe('outcomes');
    expect(rules).toMatchObject([
      {
        detail: 'no_mailbox',
        rule: 'unknown user',
        contradicted: 1,
        share: 1,
        replies: [],
      },
      {
        ...{ verdict: 'deliverable', reason: 'accepted', detail: 'accepted', host: null },
        ...{ rule: 'refused_behind', provider: 'x.test', verified: 10, outcomes: 10 },
        ...{ bounced: 2, delivered: 8, contradicted: 2, share: 0.2, promise: 0.03 },
        replies: [{ reply: '550 5.1.1 <…>: unknown', count: 2 }],
      },
    ]);
    expect(rules[1]?.low).toBeCloseTo(0.0567, 4);
    expect(rules[1]?.high).toBeCloseTo(0.5098, 4);
    expect(hosts.map(({ host }) => host)).toEqual(['mx.x.test', 'mx.x.test']);
    expect(verdicts).toMatchObject([{ verdict: 'undeliverable' }, { verdict: 'deliverable' }]);
  });

  it('takes shares of all verified addresses where only bounces were read', async () => {
    await mailing({ wrong: 2, silent: 38 });
    const { basis, rules } = await report();
    expect(basis).toBe('verified');
    expect(rules[0]).toMatchObject({ outcomes: 2, verified: 40, share: 0.05 });
  });

  it('promises nothing of a domain that accepts all', async () => {
    const facts = { ...ACCEPTED_FACTS, acceptAll: true };
    await verified('any@x.test', { facts, reason: 'accept_all' });
    await came('any@x.test', 'no_mailbox');
    expect((await report()).rules[0]).toMatchObject({
      bounced: 1,
      contradicted: null,
      share: null,
    });
  });

  it('counts an address once, with the last result before its outcome', async () => {
    await verified('ann@x.test', { before: 9 * DAY, mxHost: 'old.x.test' });
    await verified('ann@x.test', { before: 5 * DAY });
    await verified('Ann@x.test', { before: 1 * DAY, mxHost: 'new.x.test' });
    await came('ann@x.test', 'no_mailbox');
    const { verified: count, hosts } = await report();
    expect(count).toBe(1);
    expect(hosts.map(({ host }) => host)).toEqual(['mx.x.test']);
  });

  it('leaves out outcomes before a result, those much later, and results that are outcomes', async () => {
    await verified('early@x.test', { before: 5 * DAY });
    await came('early@x.test', 'no_mailbox', { before: 6 * DAY });
    await verified('late@x.test', { before: 50 * DAY });
    await came('late@x.test', 'no_mailbox', { before: 19 * DAY });
    await verified('known@x.test', { facts: GONE, reason: 'bounced' });
    await came('known@x.test', 'delivered');
    expect(await report()).toMatchObject({ verified: 2, outcomes: 0 });
  });

  it('looks at the results of some batches, and since a time', async () => {
    await mailing({ right: 1 });
    const since = world.clock.now() - 3 * DAY;
    expect(await getAccuracy(context(), ours.id, { since })).toMatchObject({ verified: 0 });
    expect(await getAccuracy(context(), ours.id, { batches: ['other'] })).toMatchObject({
      verified: 0,
    });
  });
});

describe('a rule that is contradicted more often than it promises', () => {
  const contradictedRules = () => findContradictedRules(world.context);
  interface Mailing {
    readonly wrong?: number;
    readonly right?: number;
    readonly domains?: number;
    readonly domain?: string;
    readonly team?: Team;
  }
  /** Accepted addresses of several domains behind one provider; the first ones bounced. */
  async function mail({ wrong = 8, right = 20, domains = 4, domain, team = ours }: Mailing = {}) {
    for (let index = 0; index < wrong + right; index++) {
      const email = `w${index}@${domain ?? `d${index % domains}.test`}`;
      await verified(email, { team });
      await came(email, index < wrong ? 'no_mailbox' : 'delivered', { team });
    }
  }

  it('is found, and no verification changes by it', async () => {
    await mail();
    const rule = { detail: 'accepted', rule: 'refused_behind', provider: 'x.test' };
    const counts = { contradicted: 8, of: 28, domains: 4, promise: 0.03 };
    expect(await contradictedRules()).toEqual([{ ...rule, ...counts }]);
    const asked = { email: 'new@d0.test', noCache: true };
    expect((await verifyAddress(context(), ours, asked)).result.facts.deliverable).toBe(true);
  });

  it.for([
    ['the share may be chance', { wrong: 5, right: 90 }],
    ['few addresses contradict it', { wrong: 4, right: 0 }],
    ['all contradictions are of two domains', { domains: 2 }],
    ['the addresses are of the sandbox', { domain: 'sandbox.test' }],
  ] as const)('is not found where %s', async ([, mailing]) => {
    await mail(mailing);
    expect(await contradictedRules()).toEqual([]);
  });

  it('is not found by contradictions without a date', async () => {
    for (const email of ['a@a.test', 'b@b.test', 'c@c.test', 'd@d.test', 'e@e.test']) {
      await verified(email);
      await learnGivenOutcomes(world.context, ours.id, [{ email, outcome: 'no_mailbox' }]);
    }
    expect(await report()).toMatchObject({ undated: 5, rules: [{ contradicted: 5 }] });
    expect(await contradictedRules()).toEqual([]);
  });

  it('is found by the outcomes of all teams together', async () => {
    const { team: theirs } = await world.team('theirs');
    await mail({ wrong: 3, right: 0 });
    await mail({ wrong: 3, right: 0, team: theirs });
    expect(await contradictedRules()).toMatchObject([{ contradicted: 6, of: 6, domains: 3 }]);
  });

  it('is a note of a check of the database, which is sound', async () => {
    await mail();
    const now = world.clock.now();
    expect(await checkDatabase(world.folder.path('service.db'), { now })).toEqual([
      {
        text: 'Outcomes of mail contradict 8 of 28 results of the rule accepted, refused_behind, x.test, in 4 domains; at most 3.0 % may be. See: mailvet accuracy',
        isNote: true,
      },
    ]);
  });
});
