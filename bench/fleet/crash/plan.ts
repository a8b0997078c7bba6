/** What happens to the fleet, and when: the faults of a run in the order of a seed. */
import { parseArgs } from 'node:util';
import { seededRandom } from '../../../src/lists/file/sample.ts';

export const FAULTS = [
  'worker',
  'service',
  'postgres',
  'pooler',
  'stop',
  'outage',
  'drop',
  'restart',
  'disk',
  'clock',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** How often each happens in a whole run. The first four are kill -9: a hundred of them. */
const COUNTS: Readonly<Record<FaultName, number>> = {
  worker: 60,
  service: 24,
  postgres: 8,
  pooler: 8,
  stop: 2,
  outage: 2,
  drop: 8,
  restart: 6,
  disk: 1,
  clock: 1,
};

export interface Plan {
  readonly seed: number;
  readonly random: () => number;
  /** In their order. A clock is off from the start, and a worker is stopped early. */
  readonly faults: readonly FaultName[];
  readonly isClockOff: boolean;
  readonly needsDisk: boolean;
}

export function readPlan(argv: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...argv],
    options: { only: { type: 'string' }, share: { type: 'string' }, seed: { type: 'string' } },
  });
  const names = values.only?.split(',') ?? [...FAULTS];
  const wanted = FAULTS.filter((name) => names.includes(name));
  if (wanted.length !== names.length) {
    throw new Error(`--only takes some of: ${FAULTS.join(', ')}`);
  }
  const share = Number(values.share ?? 1);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const random = seededRandom(seed);
  const drawn = wanted
    .filter((name) => name !== 'clock')
    .flatMap((name) => Array.from({ length: Math.ceil(COUNTS[name] * share) }, () => name))
    .map((name) => ({ name, at: name === 'stop' ? 0.05 + random() * 0.1 : random() }))
    .sort((one, other) => one.at - other.at);
  return {
    seed,
    random,
    faults: drawn.map(({ name }) => name),
    isClockOff: wanted.includes('clock'),
    needsDisk: wanted.includes('disk'),
  };
}
