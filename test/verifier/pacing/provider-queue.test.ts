import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { Backoff } from '../../../src/verifier/pacing/backoff.ts';
import type { Egress } from '../../../src/verifier/pacing/egress/egress.ts';
import { EgressHealth } from '../../../src/verifier/pacing/egress/health.ts';
import { Lane } from '../../../src/verifier/pacing/lane.ts';
import { DEFAULT_PACING } from '../../../src/verifier/pacing/pacing.ts';
import type { Places } from '../../../src/verifier/pacing/places.ts';
import { ProviderQueue, type QueuedRequest } from '../../../src/verifier/pacing/provider-queue.ts';
import { createPaceOf } from '../../../src/verifier/providers/pace.ts';
import {
  BUILT_IN_PROVIDERS,
  ProviderTable,
} from '../../../src/verifier/providers/provider-table.ts';

const pace = createPaceOf(new ProviderTable(BUILT_IN_PROVIDERS))('google');
const owner = { team: 't', batch: 'b', isSingle: false };

/** Places that others share: nothing is had without asking. */
class AskedPlaces implements Places {
  state: Places['state'] = 'to be asked';
  readonly isFresh = true;
  readonly isWanted = false;
  asked = 0;
  take() {
    if (this.state === 'ready') return { leave: () => {} };
    if (this.state === 'to be asked') this.asked++;
    if (this.state === 'to be asked') this.state = 'asking';
    return undefined;
  }
  unwant() {}
}

function egress(name: string): Egress {
  const health = new EgressHealth({ clock: systemClock, isAlone: false });
  const dial = async () => ({ kind: 'no_host' as const });
  return { name, way: '', helo: 'a.test', senders: [''], dial, health };
}

function queueWith(lanes: number, requests: number) {
  const places = Array.from({ length: lanes }, () => new AskedPlaces());
  const all = places.map((one, at) => {
    const parts = { pace, clock: systemClock, isAlone: false, onRest: () => {} };
    const backoff = new Backoff(DEFAULT_PACING, parts);
    return new Lane({
      egress: egress(`out-${at}`),
      backoff,
      places: one,
      connections: pace.connections,
    });
  });
  const queue = new ProviderQueue('google', pace, all);
  for (let at = 0; at < requests; at++) queue.enqueue(queued());
  const asked = () => places.reduce((sum, one) => sum + one.asked, 0);
  return { queue, places, asked };
}

function queued(): QueuedRequest {
  const nothing = () => {};
  return {
    owner,
    isLate: false,
    rank: 'usual',
    entry: undefined,
    taken: undefined,
    grant: nothing,
    reject: nothing,
  };
}

describe('a provider with places that processes share', () => {
  it.each([
    [1, 1],
    [3, 3],
    [50, 20],
  ])('asks no more lanes than requests wait: %d of them', (requests, asked) => {
    const { queue, asked: count } = queueWith(20, requests);
    expect(queue.takePlace()).toBeUndefined();
    expect(queue.takePlace()).toBeUndefined();
    expect(count()).toBe(asked);
  });

  it('takes what it has before it asks', () => {
    const { queue, places, asked } = queueWith(20, 1);
    const last = places[19];
    if (last) last.state = 'ready';
    expect(queue.takePlace()?.lane.egress.name).toBe('out-19');
    expect(asked()).toBe(0);
  });

  it('asks other lanes where the first have no place, and stays in few lines', () => {
    const { queue, places, asked } = queueWith(20, 1);
    for (let at = 0; at < 30; at++) {
      queue.takePlace();
      for (const one of places) if (one.state === 'asking') one.state = 'in line';
    }
    expect(asked()).toBe(4);
  });

  it('goes on to lanes that were not asked yet when it leaves a line', () => {
    const { queue, places } = queueWith(20, 1);
    for (let at = 0; at < 100; at++) {
      queue.takePlace();
      for (const one of places) {
        if (one.state === 'in line') one.state = 'to be asked';
        if (one.state === 'asking') one.state = 'in line';
      }
    }
    expect(places.every((one) => one.asked > 0)).toBe(true);
  });
});
