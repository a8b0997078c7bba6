import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FleetStore, SlotRequest } from '../../src/service/fleet/records.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';

let database: TestDatabase;
const stores: Store[] = [];
beforeAll(async () => {
  database = await migratedDatabase();
  stores.push(await openStore(database.url), await openStore(database.url));
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await database.dispose();
});

const fleetOf = (at: number): FleetStore => {
  const fleet = stores[at]?.verifierMemory.fleet;
  if (!fleet) throw new Error('PostgreSQL is for several processes');
  return fleet;
};

const take = async (at: number, request: SlotRequest) => (await fleetOf(at).takeSlot(request)).slot;

/** Milliseconds: a test takes a small part of it, also on a busy machine. */
const LEASE = 600_000;

let lanes = 0;
/** Requests of a lane that no other test uses. */
function lane(places = 2) {
  const provider = `provider ${++lanes}`;
  let holders = 0;
  return (process: string, more: Partial<SlotRequest> = {}): SlotRequest => ({
    ...{ egress: 'out-1', provider, places, process, lease: LEASE, spacing: 0 },
    holder: `${process} ${++holders}`,
    ...more,
  });
}

/** Moves all times of the tables back, as if so many milliseconds had passed. */
function pass(ms: number): Promise<unknown> {
  return withClient(database.url, (client) =>
    client.query(`
      update session_slots set expires_at = expires_at - ${ms}, free_at = free_at - ${ms};
      update slot_line set since = since - ${ms}, expires_at = expires_at - ${ms}`),
  );
}

/** Those in line stay there as if they went on asking, however busy the machine is. */
function stayInLine(): Promise<unknown> {
  return withClient(database.url, (client) =>
    client.query(`update slot_line set expires_at = expires_at + ${LEASE}`),
  );
}

describe('a place at a provider', () => {
  it('is given to so many at a time, over all processes', async () => {
    const request = lane(3);
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, at) => take(at % 2, request(`p${at}`))),
    );
    const slots = taken.filter((slot) => slot !== undefined);
    expect(slots.sort()).toEqual([0, 1, 2]);
  });

  it('is given by the lowest limit, where processes have other ones', async () => {
    const request = lane(3);
    const held = [request('a'), request('a'), request('a')];
    for (const [slot, one] of held.entries()) expect(await take(0, one)).toBe(slot);
    const stricter = { places: 2 };
    expect(await take(1, request('b', stricter))).toBeUndefined();
    const release = (slot: number) =>
      fleetOf(0).releaseSlots([{ ...request('a'), ...held[slot], slot }]);
    await release(0);
    expect(await take(1, request('b', stricter))).toBeUndefined();
    await release(2);
    expect(await take(1, request('b', stricter))).toBe(0);
    expect(await take(0, request('a'))).toBeUndefined();
    await pass(LEASE + 1);
    const again = await Promise.all([1, 2, 3].map(() => take(0, request('a'))));
    expect(again.filter((slot) => slot !== undefined)).toHaveLength(3);
  });

  it('is another one of each egress', async () => {
    const request = lane(1);
    expect(await take(0, request('a'))).toBe(0);
    expect(await take(0, request('a', { egress: 'out-2' }))).toBe(0);
    expect(await take(0, request('b'))).toBeUndefined();
  });

  it('is free again once it is released, by its holder alone', async () => {
    const request = lane(1);
    const held = request('a');
    await take(0, held);
    await fleetOf(1).releaseSlots([{ ...held, slot: 0, holder: 'another' }]);
    expect(await take(1, request('b'))).toBeUndefined();
    await fleetOf(0).releaseSlots([{ ...held, slot: 0 }]);
    expect(await take(1, request('b'))).toBe(0);
  });

  it('is free when its lease is over, and can not be renewed then', async () => {
    const request = lane(1);
    const held = { ...request('a'), slot: 0 };
    await take(0, held);
    await pass(LEASE / 2);
    expect(await fleetOf(0).renewSlots([held], LEASE)).toEqual(new Set([held.holder]));
    await pass(LEASE / 2);
    expect(await take(1, request('b'))).toBeUndefined();
    await pass(LEASE / 2);
    expect(await fleetOf(0).renewSlots([held], LEASE)).toEqual(new Set());
    expect(await take(1, request('b'))).toBe(0);
  });

  it('goes to the process that waits longest', async () => {
    const request = lane(1);
    const held = { ...request('a'), slot: 0 };
    await take(0, held);
    for (const process of ['b', 'c']) {
      expect(await take(0, request(process))).toBeUndefined();
      await stayInLine();
      await pass(10);
    }
    await fleetOf(0).releaseSlots([held]);
    expect(await take(0, request('c'))).toBeUndefined();
    expect(await take(0, request('a'))).toBeUndefined();
    expect(await take(0, request('b'))).toBe(0);
  });

  it('is not kept for a process that asks no more, or has left the line', async () => {
    const request = lane(1);
    const held = { ...request('a'), slot: 0 };
    await take(0, held);
    await take(0, request('b'));
    await pass(10);
    await take(0, request('c'));
    await fleetOf(0).leaveLine(held, 'c');
    await pass(6000);
    await fleetOf(0).releaseSlots([held]);
    expect(await take(0, request('d'))).toBe(0);
  });

  it('is given again after its spacing only, where sessions a minute are limited', async () => {
    const request = lane(1);
    const held = { ...request('a', { spacing: LEASE }), slot: 0 };
    await take(0, held);
    await fleetOf(0).releaseSlots([held]);
    expect(await take(0, request('a'))).toBeUndefined();
    await pass(LEASE);
    expect(await take(0, request('a'))).toBe(0);
  });
});

describe('the places of a lane', () => {
  const HOUR = 60 * 60_000;

  /** How many rows the lane of a request has. */
  async function placesOf({ egress, provider }: SlotRequest): Promise<number> {
    const text = 'select from session_slots where egress = $1 and provider = $2';
    return await withClient(
      database.url,
      async (client) => (await client.query(text, [egress, provider])).rowCount ?? 0,
    );
  }

  async function sweepAfter(ms: number): Promise<void> {
    await pass(ms);
    await fleetOf(1).sweep();
  }

  it('are deleted when nobody used them for an hour, and made again when somebody does', async () => {
    const request = lane(2);
    const held = { ...request('a'), slot: 0 };
    await take(0, held);
    await fleetOf(0).releaseSlots([held]);
    await sweepAfter(HOUR / 2);
    expect(await placesOf(held)).toBe(2);
    await sweepAfter(HOUR / 2 + 1);
    expect(await placesOf(held)).toBe(0);
    const taken = await Promise.all(['a', 'b'].map((one) => take(0, request(one))));
    expect(taken.sort()).toEqual([0, 1]);
    expect(await take(1, request('c'))).toBeUndefined();
  });

  it('stay while one is held, has its spacing, or is closed by a lower limit', async () => {
    const [kept, spaced, closed] = [lane(2), lane(2), lane(3)];
    const held = { ...kept('a', { lease: 3 * HOUR }), slot: 0 };
    await take(0, held);
    const spacing = { ...spaced('a', { spacing: 3 * HOUR }), slot: 0 };
    await take(0, spacing);
    await fleetOf(0).releaseSlots([spacing]);
    await take(0, { ...closed('a', { lease: 1 }) });
    await pass(2 * HOUR);
    await take(1, closed('b', { places: 2, lease: 1 }));
    await fleetOf(1).sweep();
    expect(await Promise.all([held, spacing, closed('a')].map(placesOf))).toEqual([2, 2, 3]);
    expect(await fleetOf(0).renewSlots([held], LEASE)).toEqual(new Set([held.holder]));
  });

  it('are never more than the limit, also while they are swept', async () => {
    const request = lane(3);
    for (let round = 0; round < 20; round++) {
      await pass(2 * HOUR);
      const slots: number[] = [];
      const ask = async (at: number) => {
        const slot = await take(at % 2, request(`process ${at}`));
        if (slot !== undefined) slots.push(slot);
      };
      const asked = Array.from({ length: 12 }, (_, at) => ask(at));
      await Promise.all([...asked, fleetOf(0).sweep(), fleetOf(1).sweep()]);
      // Who asks again gets what was being swept.
      for (let at = 0; slots.length < 3; at++) await ask(at % 12);
      expect(slots.sort()).toEqual([0, 1, 2]);
      await Promise.all(asked.map((_, at) => ask(at)));
      expect(slots).toHaveLength(3);
    }
  });

  it('are deleted in steps, however many there are', async () => {
    await withClient(database.url, (client) =>
      client.query(`
        insert into session_slots (egress, provider, slot)
        select 'out-1', 'host ' || n, slot from generate_series(1, 4000) n, generate_series(0, 2) slot`),
    );
    await fleetOf(0).sweep();
    expect(await placesOf({ ...lane()('a'), provider: 'host 3999' })).toBe(0);
  });
});

describe('what one process learnt', () => {
  it('reaches the others once it changed, and not itself', async () => {
    const { position } = await fleetOf(1).changes(undefined, 'q');
    const fact = { kind: 'pause', key: 'google out-1', value: '{"pause":1}', left: 600_000 };
    await fleetOf(0).publish([fact, { ...fact, key: 'over', left: 0 }], 'p');
    const { facts } = await fleetOf(1).changes(position, 'q');
    expect(facts).toMatchObject([{ kind: 'pause', key: 'google out-1', value: '{"pause":1}' }]);
    expect(facts[0]?.left).toBeGreaterThan(300_000);
    expect((await fleetOf(0).changes(undefined, 'p')).facts).toEqual([]);
    await fleetOf(0).sweep();
  });

  it('is the last that any of them said', async () => {
    const fact = { kind: 'accept_all', key: 'a.test', value: 'true', left: 30_000 };
    await fleetOf(0).publish([fact], 'p');
    await fleetOf(1).publish([{ ...fact, value: 'false' }], 'q');
    const { facts } = await fleetOf(0).changes(undefined, 'r');
    expect(facts.filter(({ key }) => key === 'a.test')).toMatchObject([{ value: 'false' }]);
  });
});

describe('the processes of a service', () => {
  it('are those that reported a moment ago, until they end', async () => {
    await fleetOf(0).report('p', '{"sessions":1}');
    await fleetOf(1).report('q', '{"sessions":2}');
    await fleetOf(0).report('p', '{"sessions":3}');
    expect(await fleetOf(1).processes(10_000)).toMatchObject([
      { id: 'p', status: '{"sessions":3}' },
      { id: 'q', status: '{"sessions":2}' },
    ]);
    await fleetOf(0).forget('p');
    expect(await fleetOf(1).processes(10_000)).toHaveLength(1);
  });
});
