import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Egress } from '../../../../src/verifier/pacing/egress/egress.ts';
import type { PlaceStore } from '../../../../src/verifier/pacing/fleet/place-leases.ts';
import { PlaceLeases } from '../../../../src/verifier/pacing/fleet/place-leases.ts';
import { createSharedPlaces } from '../../../../src/verifier/pacing/fleet/shared-places.ts';
import { DEFAULT_PACING, Pacing } from '../../../../src/verifier/pacing/pacing.ts';
import { createPaceOf } from '../../../../src/verifier/providers/pace.ts';
import { BUILT_IN_TABLE } from '../../../../src/verifier/providers/provider-table.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const OWNER = { team: 'ours', batch: 'b1', isSingle: false };

type Taken = Awaited<ReturnType<PlaceStore['takeSlot']>>;

/** A process at a provider, and the database that is answered for. */
function open() {
  const clock = manualClock();
  /** The questions for a place, each to be answered. */
  const asked: ((taken: Taken) => void)[] = [];
  const events: string[] = [];
  const slots = {
    takeSlot: () => {
      events.push('asks');
      return new Promise<Taken>((resolve) => void asked.push(resolve));
    },
    renewSlots: async () => new Set<string>(),
    releaseSlots: async () => void events.push('releases'),
    leaveLine: async () => void events.push('leaves the line'),
  };
  const leases = new PlaceLeases({ slots, clock, process: 'p' });
  const pacing = new Pacing(
    { ...DEFAULT_PACING, connections: 10 },
    {
      clock,
      paceOf: createPaceOf(BUILT_IN_TABLE),
      egresses: [{ name: 'out-1', health: { isDown: false } } as Egress],
      createPlaces: createSharedPlaces({ leases, clock, random: () => 0.5 }),
    },
  );
  const enter = (signal = new AbortController().signal) =>
    pacing.enter('google', { owner: OWNER, isLate: false, signal, note: () => {} });
  const answer = async (slot: number | undefined, line: Partial<Taken> = {}) => {
    asked.shift()?.({ slot, ahead: 0, others: 0, ...line });
    await setImmediate();
  };
  return { clock, events, enter, answer, pacing };
}

it('a claim that comes while the place of one that left is asked for gets the next', async () => {
  const { events, enter, answer } = open();
  const leaving = new AbortController();
  const left = enter(leaving.signal).catch(() => 'left');
  leaving.abort();
  expect(await left).toBe('left');
  const entered = enter();
  await answer(undefined);
  expect(events).toEqual(['asks', 'asks']);
  await answer(1);
  expect(await entered).toMatchObject({ egress: { name: 'out-1' } });
  expect(events).toEqual(['asks', 'asks']);
});

it('a place is not asked for again, nor its line kept, where nobody waits any longer', async () => {
  const { events, enter, answer, clock } = open();
  const leaving = new AbortController();
  const left = enter(leaving.signal).catch(() => 'left');
  leaving.abort();
  await left;
  await answer(undefined);
  clock.advance(60_000);
  await setImmediate();
  expect(events).toEqual(['asks', 'leaves the line']);
});

it('a claim that got no place asks again, and stays in line until it leaves', async () => {
  const { events, enter, answer, clock } = open();
  const leaving = new AbortController();
  const left = enter(leaving.signal).catch(() => 'left');
  await answer(undefined);
  clock.advance(250);
  await setImmediate();
  await answer(undefined);
  expect(events).toEqual(['asks', 'asks']);
  leaving.abort();
  await left;
  await setImmediate();
  clock.advance(60_000);
  await setImmediate();
  expect(events).toEqual(['asks', 'asks', 'leaves the line']);
});

it.each([
  [0, 500],
  [1, 1000],
  [7, 2000],
])(
  'a claim with %i processes before it asks again after at most %i milliseconds',
  async (ahead, longest) => {
    const { events, enter, answer, clock } = open();
    void enter();
    const waits: number[] = [];
    for (let question = 1; question <= 10; question++) {
      await answer(undefined, { ahead });
      const from = clock.monotonic();
      while (events.length === question) {
        clock.advance(125);
        await setImmediate();
      }
      waits.push(clock.monotonic() - from);
    }
    expect(waits[0]).toBe(250);
    expect(Math.max(...waits)).toBe(longest);
  },
);

it('a session without work is to be closed where another process waits for its place', async () => {
  const { enter, answer, pacing } = open();
  const alone = enter();
  await answer(0);
  await alone;
  expect(pacing.isShort('google')).toBe(false);
  const beside = enter();
  await answer(1, { others: 1 });
  await beside;
  expect(pacing.isShort('google')).toBe(true);
});
