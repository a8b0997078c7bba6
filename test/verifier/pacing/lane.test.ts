import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { Backoff } from '../../../src/verifier/pacing/backoff.ts';
import { EgressHealth } from '../../../src/verifier/pacing/egress/health.ts';
import { Lane } from '../../../src/verifier/pacing/lane.ts';
import { DEFAULT_PACING } from '../../../src/verifier/pacing/pacing.ts';
import type { Places } from '../../../src/verifier/pacing/places.ts';
import { createPaceOf } from '../../../src/verifier/providers/pace.ts';
import { ProviderTable } from '../../../src/verifier/providers/provider-table.ts';

const pace = createPaceOf(new ProviderTable([]))('a.test');

/** As many places as anybody wants. */
const PLENTY: Places = {
  state: 'ready',
  isFresh: true,
  isWanted: false,
  take: () => ({ leave: () => {} }),
  unwant: () => {},
};

/** Sessions at a time that are opened to a host. */
function placesAt(connections: number, { isListed = false, hasRefused = false }): number {
  const health = new EgressHealth({ clock: systemClock, isAlone: true });
  if (isListed) health.noteListing('one.test', true);
  const parts = { pace, clock: systemClock, isAlone: true, onRest: () => {} };
  const backoff = new Backoff(DEFAULT_PACING, parts);
  backoff.noteSession();
  if (hasRefused) backoff.noteRefusal();
  const dial = async () => ({ kind: 'no_host' as const });
  const egress = { name: 'out', way: '', helo: 'a.test', senders: [''], dial, health };
  const lane = new Lane({ egress, backoff, places: PLENTY, connections });
  while (lane.take()) if (lane.held > connections) throw new Error('too many');
  return lane.held;
}

describe('the sessions at a time with a host', () => {
  it.each([
    [1, 1, 1],
    [2, 2, 1],
    [3, 2, 2],
    [4, 2, 2],
    [10, 5, 5],
    [20, 10, 10],
  ])(
    'are %d, from a listed address %d, and %d once the host has refused it',
    (connections, listed, refused) => {
      expect([
        placesAt(connections, {}),
        placesAt(connections, { isListed: true }),
        placesAt(connections, { isListed: true, hasRefused: true }),
      ]).toEqual([connections, listed, refused]);
    },
  );

  it('are not fewer for one refusal, where no block list has the address', () => {
    expect(placesAt(4, { hasRefused: true })).toBe(4);
  });
});
