/**
 * How many of the newly dead `mailvet due` finds, and for how many probes: worlds whose mailboxes die by a
 * known hazard that differs by provider. `npm run bench:due -- --size 20000 --seeds 5`
 */
import { parseArgs } from 'node:util';
import { type DueFigures, simulateDue } from './simulate.ts';
import { ALIKE, APART, CLOSER, createWorld } from './world.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '20000' }, seeds: { type: 'string', default: '5' } },
});
const WORLDS = { apart: APART, closer: CLOSER, alike: ALIKE };

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

for (const [name, providers] of Object.entries(WORLDS)) {
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const figures = simulateDue(createWorld(providers, { size: Number(values.size), seed }));
    console.log(`${name}, seed ${seed}: ${line(figures)}`);
  }
}

function line({ dead, found, probes, allProbes }: DueFigures): string {
  return `found ${percent(found, dead)} of ${dead} newly dead with ${percent(probes, allProbes)} of the probes`;
}
