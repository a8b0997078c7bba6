import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FleetStore, SlotRequest } from '../../src/service/fleet-ports.ts';
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
      Array.from({ length: 40 }, (_, at) => fleetOf(at % 2).takeSlot(request(`p${at}`))),
    );
    const slots = taken.filter((slot) => slot !== undefined);
    expect(slots.sort()).toEqual([0, 1, 2]);
  });

  it('is given by the lowest limit, where processes have other ones', async () => {
    const request = lane(3);
    const held = [request('a'), request('a'), request('a')];
    for (const [slot, one] of held.entries()) expect(await fleetOf(0).takeSlot(one)).toBe(slot);
    const stricter = { places: 2 };
    expect(await fleetOf(1).takeSlot(request('b', stricter))).toBeUndefined();
    const release = (slot: number) =>
      fleetOf(0).releaseSlots([{ ...request('a'), ...held[slot], slot }]);
    await release(0);
    expect(await fleetOf(1).takeSlot(request('b', stricter))).toBeUndefined();
    await release(2);
    expect(await fleetOf(1).takeSlot(request('b', stricter))).toBe(0);
    expect(await fleetOf(0).takeSlot(request('a'))).toBeUndefined();
    await pass(LEASE + 1);
    const again = await Promise.all([1, 2, 3].map(() => fleetOf(0).takeSlot(request('a'))));
    expect(again.filter((slot) => slot !== undefined)).toHaveLength(3);
  });

  it('is another one of each egress', async () => {
    const request = lane(1);
    expect(await fleetOf(0).takeSlot(request('a'))).toBe(0);
    expect(await fleetOf(0).takeSlot(request('a', { egress: 'out-2' }))).toBe(0);
    expect(await fleetOf(0).takeSlot(request('b'))).toBeUndefined();
  });

  it('is free again once it is released, by its holder alone', async () => {
    const request = lane(1);
    const held = request('a');
    await fleetOf(0).takeSlot(held);
    await fleetOf(1).releaseSlots([{ ...held, slot: 0, holder: 'another' }]);
    expect(await fleetOf(1).takeSlot(request('b'))).toBeUndefined();
    await fleetOf(0).releaseSlots([{ ...held, slot: 0 }]);
    expect(await fleetOf(1).takeSlot(request('b'))).toBe(0);
  });

  it('is free when its lease is over, and can not be renewed then', async () => {
    const request = lane(1);
    const held = { ...request('a'), slot: 0 };
    await fleetOf(0).takeSlot(held);
    await pass(LEASE / 2);
    expect(await fleetOf(0).renewSlots([held], LEASE)).toEqual(new Set([held.holder]));
    await pass(LEASE / 2);
    expect(await fleetOf(1).takeSlot(request('b'))).toBeUndefined();
    await pass(LEASE / 2);
    expect(await fleetOf(0).renewSlots([held], LEASE)).toEqual(new Set());
    expect(await fleetOf(1).takeSlot(request('b'))).toBe(0);
  });

  it('goes to the process that waits longest', async () => {
    const request = lane(1);
    const held = { ...request('a'), slot: 0 };
    await fleetOf(0).takeSlot(held);
    for (const process of ['b', 'c']) {
      expect(await fleetOf(0).takeSlot(request(process))).toBeUndefined();
      await stayInLine();
      await pass(10);
    }
    await fleetOf(0).releaseSlots([held]);
    expect(await fleetOf(0).takeSlot(request('c'))).toBeUndefined();
    expect(await fleetOf(0).takeSlot(request('a'))).toBeUndefined();
    expect(await fleetOf(0).takeSlot(request('b'))).toBe(0);
  });

  it('is not kept for a process that asks no more, or has left the line', async () => {
    const request = lane(1);
    const held = { ...request('a'), slot: 0 };
    await fleetOf(0).takeSlot(held);
    await fleetOf(0).takeSlot(request('b'));
    await pass(10);
    await fleetOf(0).takeSlot(request('c'));
    await fleetOf(0).leaveLine(held, 'c');
    await pass(6000);
    await fleetOf(0).releaseSlots([held]);
    expect(await fleetOf(0).takeSlot(request('d'))).toBe(0);
  });

  it('is given again after its spacing only, where sessions a minute are limited', async () => {
    const request = lane(1);
    const held = { ...request('a', { spacing: LEASE }), slot: 0 };
    await fleetOf(0).takeSlot(held);
    await fleetOf(0).releaseSlots([held]);
    expect(await fleetOf(0).takeSlot(request('a'))).toBeUndefined();
    await pass(LEASE);
    expect(await fleetOf(0).takeSlot(request('a'))).toBe(0);
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
