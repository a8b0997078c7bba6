import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/contract/outcomes.ts';
import type { Team } from '../../src/service/records.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { forgetAddress } from '../../src/service/upkeep/forget-address.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
let team: Team;
let key: string;

beforeEach(async () => {
  ({ team, key } = await world.team('ours', 10));
});

interface Body {
  readonly message: string;
  readonly deliverable: boolean;
  readonly acceptAll: boolean;
  readonly detail: {
    readonly reason: string;
    readonly checkedAt: string;
    readonly outcome: object;
  };
}

async function ask(path: string, body: unknown, by = key) {
  const response = await world.request(`/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

const verify = async (email: string, more = {}) =>
  (await ask('verify?include=detail', { email, ...more })).body;
const learn = (...outcomes: (Partial<Outcome> | object)[]) => ask('outcomes', { outcomes });
const AT = '2026-01-10T08:00:00.000Z';
const bounce = (email: string, more: Partial<Outcome> = {}) => ({
  email,
  outcome: 'no_mailbox',
  code: 550,
  status: '5.1.1',
  host: 'mx.x.test',
  reply: '550 5.1.1 <ann@x.test>: no ann here',
  at: AT,
  source: 'bounces/ann@x.test.eml',
  ...more,
});

describe('an address that bounced', () => {
  it('is undeliverable from then on, at no cost, with date and reply of the bounce', async () => {
    expect(await verify('ann@x.test')).toMatchObject({ deliverable: true });
    expect(await learn(bounce('Ann@X.test'))).toEqual({
      status: 200,
      body: { stored: 1, known: 0 },
    });
    const calls = world.verifier.asked.length;
    const used = await world.used('ours');
    for (const noCache of [false, true]) {
      expect(await verify('ann@x.test', { noCache })).toMatchObject({
        deliverable: false,
        mx: true,
        smtp: true,
        detail: {
          reason: 'bounced',
          checkedAt: AT,
          mxHost: 'mx.x.test',
          outcome: {
            kind: 'no_mailbox',
            at: AT,
            reply: '550 5.1.1 <…>: no … here',
            source: 'bounces/….eml',
          },
        },
      });
    }
    expect(world.verifier.asked).toHaveLength(calls);
    expect(await world.used('ours')).toBe(used);
  });

  it('is verified again behind a later delivery, not behind an acceptance', async () => {
    await learn(bounce('ann@x.test'));
    await learn({ email: 'ann@x.test', outcome: 'delivered', at: '2026-01-09T08:00:00Z' });
    expect((await verify('ann@x.test')).detail.reason).toBe('bounced');
    await learn({ email: 'ann@x.test', outcome: 'delivered', at: '2026-01-11T09:00:00+01:00' });
    expect(await verify('ann@x.test')).toMatchObject({ deliverable: true });
    expect((await verify('ann@x.test', { noCache: true })).deliverable).toBe(true);
  });

  it.for(['blocked', 'full', 'deferred', 'complaint', 'undecided'] as const)(
    'for the reason %s is verified',
    async (outcome) => {
      await learn({ email: 'ann@x.test', outcome, at: AT });
      expect(await verify('ann@x.test')).toMatchObject({ deliverable: true });
    },
  );

  it.for(['hard', 'cleaned', 'Permanent'])('by the class %s alone counts', async (status) => {
    await learn({ email: 'ann@x.test', outcome: 'undecided', status });
    expect((await verify('ann@x.test')).detail.reason).toBe('bounced');
  });

  it('is another one for another team, and is forgotten with the address', async () => {
    const theirs = await world.team('theirs', 10);
    await learn(bounce('ann@x.test'));
    const other = await ask('verify', { email: 'ann@x.test' }, theirs.key);
    expect(other.body.deliverable).toBe(true);
    expect(await forgetAddress(world.context, 'ANN@x.test')).toMatchObject({ outcomes: 1 });
    expect(await verify('ann@x.test')).toMatchObject({ deliverable: true });
  });

  it('of the sandbox bounced, too', async () => {
    await learn(bounce('ada@sandbox.test'));
    expect((await verify('ada@sandbox.test')).detail.reason).toBe('bounced');
  });
});

it('an outcome that contradicts a cached verdict drops it, and no other does', async () => {
  const cached = async (email: string) => {
    const found = await world.context.store.cache.find(team.id, [email], world.clock.now());
    return found.has(email);
  };
  for (const email of ['ann@x.test', 'bob@x.test', 'carl@x.test']) await verify(email);
  await learn(
    bounce('ann@x.test', { outcome: 'full' }),
    { email: 'bob@x.test', outcome: 'delivered' },
    { email: 'carl@x.test', outcome: 'blocked' },
  );
  expect(await cached('ann@x.test')).toBe(false);
  expect(await cached('bob@x.test')).toBe(true);
  expect(await cached('carl@x.test')).toBe(true);
});

it('a domain of which three accepted addresses bounced accepts everything, for its team', async () => {
  const addresses = ['ann@x.test', 'bob@x.test', 'carl@x.test'];
  await learn(bounce('never-verified@x.test'));
  await verify('dora@x.test');
  for (const email of addresses) {
    expect(await verify('dora@x.test')).toMatchObject({ acceptAll: false });
    await verify(email);
    await learn(bounce(email), bounce(email, { at: '2026-01-11T00:00:00Z' }));
  }
  const accepting = {
    deliverable: true,
    acceptAll: true,
    detail: { reason: 'accept_all', outcome: { addresses: 3, at: '2026-01-11T00:00:00.000Z' } },
  };
  expect(await verify('dora@x.test')).toMatchObject(accepting);
  expect(await verify('emil@x.test')).toMatchObject(accepting);
  expect(await verify('emil@y.test')).toMatchObject({ acceptAll: false });
  const theirs = await world.team('theirs', 10);
  const other = await ask('verify', { email: 'emil@x.test' }, theirs.key);
  expect(other.body).toMatchObject({ deliverable: true, acceptAll: false });
});

describe('another team', () => {
  let theirs: { readonly key: string };
  beforeEach(async () => {
    theirs = await world.team('theirs', 10);
  });
  const theirVerify = async (email: string) =>
    (await ask('verify?include=detail', { email }, theirs.key)).body;
  const theirLearn = (...outcomes: object[]) => ask('outcomes', { outcomes }, theirs.key);

  it('sees nothing of what the first was answered: neither that it is cached nor when', async () => {
    await verify('ann@x.test');
    world.clock.advance(60_000);
    const first = await theirVerify('ann@x.test');
    const now = new Date(world.clock.now()).toISOString();
    expect(first.detail).toMatchObject({ cached: false, checkedAt: now });
    expect(await world.used('theirs')).toBe(1);
    expect((await theirVerify('ann@x.test')).detail).toMatchObject({
      cached: true,
      checkedAt: now,
    });
    expect(await world.used('theirs')).toBe(1);
  });

  it('drops no cached result of the first by a claim, or by a batch without cache', async () => {
    await verify('ann@x.test');
    await theirVerify('ann@x.test');
    await theirLearn(bounce('ann@x.test'));
    await ask('batches', { emails: ['ann@x.test'], noCache: true }, theirs.key);
    expect((await theirVerify('ann@x.test')).detail.reason).toBe('bounced');
    expect((await verify('ann@x.test')).detail).toMatchObject({ cached: true });
    expect(await world.used('ours')).toBe(1);
  });

  it('contradicts nothing by bounces of addresses that only the first verified', async () => {
    const emails = ['a@x.test', 'b@x.test', 'c@x.test'];
    for (const email of emails) await verify(email);
    await theirLearn(...emails.map((email) => bounce(email)));
    expect(await theirVerify('dora@x.test')).toMatchObject({ acceptAll: false });
  });
});

describe('a hint', () => {
  it('has the host asked again, and decides nothing', async () => {
    await verify('ann@x.test');
    expect(await learn(bounce('ann@x.test', { hint: true }))).toMatchObject({
      body: { stored: 1 },
    });
    const calls = world.verifier.asked.length;
    expect(await verify('ann@x.test')).toMatchObject({ deliverable: true });
    expect(world.verifier.asked).toHaveLength(calls + 1);
  });

  it('becomes a proof with the same bounce from a source that proves it', async () => {
    await learn(bounce('ann@x.test', { hint: true }));
    expect((await learn(bounce('ann@x.test'))).body).toEqual({ stored: 1, known: 0 });
    expect((await verify('ann@x.test')).detail.reason).toBe('bounced');
  });

  it('counts for no domain', async () => {
    for (const email of ['a@x.test', 'b@x.test', 'c@x.test']) {
      await verify(email);
      await learn(bounce(email, { hint: true }));
    }
    expect(await verify('dora@x.test')).toMatchObject({ acceptAll: false });
  });
});

describe('a domain with bounces', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const at = (before = DAY_MS) => new Date(world.clock.now() - before).toISOString();
  const some = (count: number) => Array.from({ length: count }, (_, n) => `n${n}@x.test`);
  async function verifyAll(emails: readonly string[]) {
    for (const email of emails) await verify(email);
  }

  it.for([
    ['three of three', 3, 3, 0, true],
    ['three of four', 4, 3, 1, true],
    ['three of five', 5, 3, 2, false],
    ['three of 60, of which 57 were delivered to', 60, 3, 57, false],
    ['three of 60, and no source names deliveries', 60, 3, 0, false],
    ['30 of 60, and no source names deliveries', 60, 30, 0, true],
    ['two of two', 2, 2, 0, false],
  ] as const)('%s bounced', async ([, count, gone, delivered, acceptAll]) => {
    const emails = some(count);
    ({ key } = await world.team('more', 1000));
    await verifyAll(emails);
    const told = emails.slice(gone, gone + delivered);
    await learn(
      ...emails.slice(0, gone).map((email) => bounce(email, { outcome: 'disabled', at: at() })),
      ...told.map((email) => ({ email, outcome: 'delivered', at: at() })),
    );
    expect(await verify('dora@x.test')).toMatchObject({ deliverable: true, acceptAll });
    for (const email of told.slice(0, 1)) {
      expect(await verify(email)).toMatchObject({ deliverable: true, acceptAll: false });
    }
  });

  it('is verified as any other when the bounces are older than a year', async () => {
    await verifyAll(some(3));
    await learn(...some(3).map((email) => bounce(email, { at: at(366 * DAY_MS) })));
    expect(await verify('dora@x.test')).toMatchObject({ acceptAll: false });
  });
});

describe('Learn Outcomes', () => {
  it('stores an outcome once, from whichever source', async () => {
    await learn(bounce('ann@x.test'));
    const again = await learn(bounce('ann@x.test', { source: 'other.mbox:3' }), bounce('b@x.test'));
    expect(again.body).toEqual({ stored: 1, known: 1 });
  });

  it.for([
    [{ email: 'no address', outcome: 'full' }, 'outcomes[1].email is no address: it has no @'],
    [{ email: 'a@x.test', outcome: 'gone' }, 'outcomes[1].outcome is invalid'],
    [{ outcome: 'full' }, 'outcomes[1].email is required and must be a string'],
    [{ email: 'a@x.test', outcome: 'full', code: 99 }, 'outcomes[1].code must be 200 or more'],
    [{ email: 'a@x.test', outcome: 'full', at: 'today' }, 'outcomes[1].at is invalid'],
    [
      { email: 'a@x.test', outcome: 'full', at: '2099-01-01T00:00:00Z' },
      'outcomes[1].at is in the future',
    ],
  ] as const)('with %j nothing is stored, and its index is named', async ([wrong, message]) => {
    const refused = await learn(bounce('ann@x.test'), wrong);
    expect(refused).toMatchObject({ status: 400, body: { message } });
    expect(await world.context.store.outcomes(team.id).count()).toBe(0);
  });

  it.for([[[]], [Array.from({ length: 1001 }, () => bounce('a@x.test'))]])(
    'takes 1 to 1000 outcomes',
    async ([outcomes]) => {
      expect(await ask('outcomes', { outcomes })).toMatchObject({ status: 400 });
    },
  );

  it('needs the scope learn', async () => {
    const limited = async (scopes: readonly ('verify' | 'learn')[]) =>
      (await createKey(world.context, team, { label: 'x', actor: 'x', scopes: [...scopes] })).key;
    const body = { outcomes: [bounce('ann@x.test')] };
    expect(await ask('outcomes', body, await limited(['verify']))).toMatchObject({ status: 403 });
    expect(await ask('outcomes', body, await limited(['learn']))).toMatchObject({ status: 200 });
  });
});
