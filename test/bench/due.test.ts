import { expect, it } from 'vitest';
import { simulateDue } from '../../bench/due/simulate.ts';
import { APART, CLOSER, createWorld } from '../../bench/due/world.ts';

it.each([
  ['far apart', APART, 1],
  ['far apart', APART, 2],
  ['closer', CLOSER, 1],
  ['closer', CLOSER, 2],
])(
  'due finds the newly dead where hazards are %s: at least 90 %% with at most 30 %% of the probes',
  (_, providers, seed) => {
    const { dead, found, probes, allProbes } = simulateDue(
      createWorld(providers, { size: 20_000, seed }),
    );
    expect(dead).toBeGreaterThan(1000);
    expect(found / dead).toBeGreaterThanOrEqual(0.9);
    expect(probes / allProbes).toBeLessThanOrEqual(0.3);
  },
);
