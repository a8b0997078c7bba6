import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { HeldLease } from '../../../../src/verifier/pacing/fleet/place-leases.ts';
import { PlaceLeases } from '../../../../src/verifier/pacing/fleet/place-leases.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const LANE = { egress: 'out-1', provider: 'google' };
const LIMITS = { places: 2, spacing: 0 };

function open() {
  const clock = manualClock();
  const state = { isAway: false, isAnothers: false, renewals: 0, released: [] as number[] };
  let slot = 0;
  const slots = {
    takeSlot: async () => ({ slot: slot++, ahead: 0, others: 0 }),
    async renewSlots(held: readonly HeldLease[]) {
      if (state.isAway) throw new Error('the database is away');
      state.renewals++;
      return new Set(state.isAnothers ? [] : held.map(({ holder }) => holder));
    },
    async releaseSlots(held: readonly HeldLease[]) {
      state.released.push(...held.map((one) => one.slot));
    },
    leaveLine: async () => {},
  };
  const leases = new PlaceLeases({ slots, clock, process: 'p' });
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      clock.advance(1000);
      await setImmediate();
    }
  };
  return { leases, state, pass };
}

async function take(leases: PlaceLeases) {
  const { lease } = await leases.take(LANE, LIMITS);
  if (!lease) throw new Error('none was free');
  return lease;
}

describe('a place that a process holds', () => {
  it('is renewed every ten seconds for as long as its session lasts', async () => {
    const { leases, state, pass } = open();
    const lease = await take(leases);
    await pass(90);
    expect(state.renewals).toBeGreaterThanOrEqual(8);
    expect(lease.lost.aborted).toBe(false);
    leases.release(lease);
    const { renewals } = state;
    await pass(60);
    expect(state.renewals).toBe(renewals);
  });

  it('is lost ten seconds before its lease is over, where the database is away', async () => {
    const { leases, state, pass } = open();
    const lease = await take(leases);
    state.isAway = true;
    await pass(34);
    expect(lease.lost.aborted).toBe(false);
    await pass(1);
    expect(lease.lost.aborted).toBe(true);
  });

  it('is kept where the database comes back in time', async () => {
    const { leases, state, pass } = open();
    const lease = await take(leases);
    state.isAway = true;
    await pass(30);
    state.isAway = false;
    await pass(60);
    expect(lease.lost.aborted).toBe(false);
  });

  it("is lost at once where it is another's", async () => {
    const { leases, state, pass } = open();
    const lease = await take(leases);
    state.isAnothers = true;
    await pass(11);
    expect(lease.lost.aborted).toBe(true);
    leases.release(lease);
    expect(state.released).toEqual([]);
  });

  it('is given back when the process ends, also one that was just being taken', async () => {
    const { leases, state } = open();
    await take(leases);
    const late = leases.take(LANE, LIMITS);
    await leases.close();
    expect((await late).lease).toBeUndefined();
    expect(state.released.sort()).toEqual([0, 1]);
  });
});
