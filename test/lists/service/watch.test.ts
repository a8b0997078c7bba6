import { beforeEach, describe, expect, it } from 'vitest';
import { deleteList } from '../../../src/service/lists/lists.ts';
import {
  beginDueRounds,
  changesOf,
  findSinceLastTime,
  findWatch,
  toRoundView,
  unwatchList,
  watchList,
} from '../../../src/service/lists/watch-lists.ts';
import type { Team } from '../../../src/service/records.ts';
import { setPolicy } from '../../../src/service/teams/policy.ts';
import { setQuota } from '../../../src/service/teams/teams.ts';
import { createWebhook } from '../../../src/service/webhooks/webhooks.ts';
import { eachTest } from '../../support/each-test.ts';
import { hold, listWorld } from '../../support/list-world.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);
const lists = eachTest(() => listWorld(world));
let team: Team;

beforeEach(async () => {
  team = (await world.team('ours')).team;
});

const DAY_MS = 24 * 60 * 60_000;
const person = {
  id: 'p',
  email: 'ada@example.com',
  role: 'owner',
  createdAt: 0,
  language: null,
} as const;
const by = () => ({ person, team });
const LIST = 'email\na@x.com\nb@x.com\ngone@x.com\nsame@x.com\n';

async function verified(text = LIST) {
  const list = await lists.upload(team, text);
  await lists.finish();
  return list;
}

async function watched(days = 30) {
  const { id } = await verified();
  await watchList(lists.lists, by(), { id, days });
  return id;
}

async function pass(days: number): Promise<void> {
  world.clock.advance(days * DAY_MS);
  await lists.finish();
}

const find = async (id: string) => {
  const found = await world.context.store.lists(team.id).find(id);
  if (!found) throw new Error('There is no such list');
  return found;
};
const watchOf = (id: string) => findWatch(lists.lists, team, id);
const changed = async (id: string) => {
  const list = await find(id);
  return await findSinceLastTime(lists.lists, team, { list, ...(await watchOf(id)) });
};

async function messages() {
  const { store } = world.context;
  const [webhook] = await store.webhooks(team.id).list();
  const wanted = [{ webhookId: webhook?.id ?? '', count: 9 }];
  const found = await store.webhookQueue.claim(wanted, { now: world.clock.now(), leaseMs: 1000 });
  return found.map(({ payload }) => JSON.parse(payload));
}

describe('a watched list', () => {
  it('is verified again when its days have passed: what is due, and nothing else', async () => {
    const id = await watched(30);
    const before = world.verifier.asked.length;
    world.verifier.becomes('a@x.com', 'gone@x.com');
    await pass(29);
    expect(world.verifier.asked).toHaveLength(before);
    await pass(1);
    // A closed mailbox holds for longer than a month.
    expect(world.verifier.asked.slice(before).sort()).toEqual(['a@x.com', 'b@x.com', 'same@x.com']);
    // In a new month.
    expect(await world.used('ours')).toBe(3);
    expect(await find(id)).toMatchObject({
      status: 'completed',
      verdicts: { deliverable: 2, undeliverable: 2 },
    });
    const { watch, rounds } = await watchOf(id);
    expect(watch).toMatchObject({ days: 30, nextAt: world.clock.now() + 30 * DAY_MS });
    expect(rounds).toMatchObject([{ checked: 3, changes: { worse: 1, better: 0, other: 0 } }]);
    await pass(1);
    expect((await watchOf(id)).rounds).toHaveLength(1);
  });

  it('keeps what each round found, and what was before', async () => {
    const id = await watched(30);
    world.verifier.becomes('a@x.com', 'gone@x.com');
    await pass(30);
    world.verifier.becomes('a@x.com', 'a@x.com');
    world.verifier.becomes('b@x.com', 'gone@x.com');
    await pass(60);
    const last = await changed(id);
    expect(last?.counts).toEqual({ worse: 1, better: 1, other: 0, added: 0, removed: 0 });
    const of = async (since: NonNullable<typeof last>['since']) =>
      (await changesOf(lists.lists, team, { id, since })).changes;
    expect(last && (await of(last.since))).toEqual([
      { email: 'a@x.com', from: 'undeliverable', to: 'deliverable', change: 'better' },
      { email: 'b@x.com', from: 'deliverable', to: 'undeliverable', change: 'worse' },
    ]);
    const { rounds } = await watchOf(id);
    const first = toRoundView(rounds, rounds[1]);
    expect(first && (await of({ round: first }))).toEqual([
      { email: 'a@x.com', from: 'deliverable', to: 'undeliverable', change: 'worse' },
    ]);
    const shown = await lists.files.entries(id, {
      search: '',
      skip: 0,
      limit: 9,
      changed: last && { since: last.since, change: 'worse' },
    });
    expect(shown.map(({ text }) => text)).toEqual(['b@x.com']);
  });

  it('says so to webhooks once a round in which something changed', async () => {
    const webhook = {
      url: 'http://127.0.0.1:9/hook',
      events: ['list.changed', 'list.completed'],
      format: 'standard',
      actor: 'ada@example.com',
    } as const;
    const id = await watched(30);
    await createWebhook(world.context, team, webhook);
    await pass(30);
    expect(await messages()).toEqual([]);
    world.verifier.becomes('a@x.com', 'gone@x.com');
    await pass(30);
    const [message, ...more] = await messages();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      type: 'list.changed',
      data: {
        id,
        name: 'contacts.csv',
        checkedCount: 4,
        changes: { worse: 1, better: 0, other: 0 },
        url: `/lists/${id}`,
      },
    });
  });

  it('has changed as the policy of its team judges', async () => {
    const webhook = {
      url: 'http://127.0.0.1:9/hook',
      events: ['list.changed'],
      format: 'standard',
      actor: 'ada@example.com',
    } as const;
    await createWebhook(world.context, team, webhook);
    const policy = (verdict: string) => {
      const rules = [{ if: { detail: 'no_mailbox' }, verdict }];
      return setPolicy(world.context, by(), { text: JSON.stringify({ rules }), columns: [] });
    };
    expect(await policy('deliverable')).toBeUndefined();
    const id = await watched(30);
    world.verifier.becomes('a@x.com', 'gone@x.com');
    await pass(30);
    const none = { worse: 0, better: 0, other: 1 };
    expect((await watchOf(id)).rounds).toMatchObject([{ changes: none }]);
    expect(await messages()).toMatchObject([{ data: { changes: none } }]);
    expect((await changed(id))?.counts).toMatchObject(none);
    expect(await policy('risky')).toBeUndefined();
    const last = await changed(id);
    expect(last?.counts).toMatchObject({ worse: 1, other: 0 });
    expect(last && (await changesOf(lists.lists, team, { id, since: last.since })).changes).toEqual(
      [{ email: 'a@x.com', from: 'deliverable', to: 'risky', change: 'worse' }],
    );
  });

  it('waits while what is due exceeds the quota, and begins when it is raised', async () => {
    const id = await watched(30);
    await setQuota(world.context, 'ours', 2);
    await pass(30);
    const { watch, rounds } = await watchOf(id);
    expect(watch).toMatchObject({ waitsFor: 'quota', due: 3 });
    expect(rounds).toEqual([]);
    expect((await find(id)).status).toBe('completed');
    await setQuota(world.context, 'ours', 1000);
    await pass(1);
    expect((await watchOf(id)).watch).toMatchObject({ waitsFor: null, due: null });
    expect((await watchOf(id)).rounds).toMatchObject([{ checked: 3 }]);
  });

  it('has a round without an address where none is due', async () => {
    const id = await watched(1);
    await pass(1);
    expect((await watchOf(id)).rounds).toMatchObject([
      { checked: 0, changes: { worse: 0, better: 0, other: 0 } },
    ]);
    expect((await find(id)).status).toBe('completed');
    expect(await changed(id)).toBeUndefined();
  });

  it('is as it was where a process dies before it begins a round, and the round comes once', async () => {
    const id = await watched(30);
    world.clock.advance(30 * DAY_MS);
    const watches = world.context.store.watches(team.id);
    expect(await watches.take(id, world.clock.now())).toEqual({ sent: 4 });
    expect((await find(id)).status).toBe('running');
    // It was divided, too.
    await lists.files.planRound(id, (await find(id)).sent, Uint32Array.from([1, 2]));
    await lists.finish();
    expect((await watchOf(id)).rounds).toEqual([]);
    world.clock.advance(11 * 60_000);
    await world.context.store.listQueue.endAbandoned(world.clock.now() - 10 * 60_000);
    expect((await find(id)).status).toBe('completed');
    await lists.finish();
    expect((await watchOf(id)).rounds).toMatchObject([{ checked: 3 }]);
    expect(await world.used('ours')).toBe(3);
  });

  it('has one round though several processes look at once', async () => {
    const id = await watched(30);
    world.clock.advance(30 * DAY_MS);
    await Promise.all([1, 2, 3].map(() => beginDueRounds({ ...lists.lists, hold })));
    await lists.finish();
    expect((await watchOf(id)).rounds).toHaveLength(1);
    expect(await world.used('ours')).toBe(3);
  });

  it('is no longer verified once it is not watched, or deleted', async () => {
    const id = await watched(30);
    await unwatchList(lists.lists, by(), id);
    await pass(30);
    expect(await watchOf(id)).toEqual({ watch: undefined, rounds: [] });
    const other = await watched(30);
    await pass(30);
    const { listQueue } = world.context.store;
    await deleteList(lists.lists, by(), other);
    while (!(await listQueue.deleteRows(other)));
    expect(await watchOf(other)).toEqual({ watch: undefined, rounds: [] });
  });

  it.each([0, 366, 1.5, Number.NaN])('is not watched every %s days', async (days) => {
    const { id } = await verified();
    await expect(watchList(lists.lists, by(), { id, days })).rejects.toThrow(
      'Enter a number of days from 1 to 365',
    );
  });

  it('is found by nobody else', async () => {
    const id = await watched(30);
    const theirs = (await world.team('theirs')).team;
    const they = { person, team: theirs };
    await expect(watchList(lists.lists, they, { id, days: 7 })).rejects.toThrow();
    await expect(unwatchList(lists.lists, they, id)).rejects.toThrow();
    expect(await findWatch(lists.lists, theirs, id)).toEqual({ watch: undefined, rounds: [] });
  });
});

describe('a list that is uploaded again', () => {
  it('is compared with the earlier one as the policy of the team judges', async () => {
    await verified();
    const rules = [{ if: { detail: 'no_mailbox' }, verdict: 'risky' }];
    const text = JSON.stringify({ rules });
    expect(await setPolicy(world.context, by(), { text, columns: [] })).toBeUndefined();
    world.clock.advance(100 * DAY_MS);
    world.verifier.becomes('a@x.com', 'gone@x.com');
    const { id } = await verified();
    const last = await changed(id);
    expect(last?.counts).toEqual({ worse: 1, better: 0, other: 0, added: 0, removed: 0 });
    expect(last && (await changesOf(lists.lists, team, { id, since: last.since })).changes).toEqual(
      [{ email: 'a@x.com', from: 'deliverable', to: 'risky', change: 'worse' }],
    );
  });

  it('is compared with the earlier one', async () => {
    await verified();
    world.clock.advance(100 * DAY_MS);
    world.verifier.becomes('b@x.com', 'grey@x.com');
    world.verifier.becomes('a@x.com', 'gone@x.com');
    const { id } = await verified('email\nnew@x.com\na@x.com\nb@x.com\nsame@x.com\n');
    const last = await changed(id);
    expect(last?.counts).toEqual({ worse: 1, better: 0, other: 1, added: 1, removed: 1 });
    expect(last && (await changesOf(lists.lists, team, { id, since: last.since })).changes).toEqual(
      [
        { email: 'new@x.com', from: null, to: 'deliverable', change: 'added' },
        { email: 'a@x.com', from: 'deliverable', to: 'undeliverable', change: 'worse' },
        { email: 'b@x.com', from: 'deliverable', to: 'unknown', change: 'other' },
        { email: 'gone@x.com', from: 'undeliverable', to: null, change: 'removed' },
      ],
    );
  });

  it('is compared with none that has other addresses', async () => {
    await verified();
    const { id } = await verified('email\nm@x.com\nn@x.com\no@x.com\na@x.com\n');
    expect(await changed(id)).toBeUndefined();
  });
});
