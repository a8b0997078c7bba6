/**
 * What one team waits for while another one keeps the service busy, on SQLite and PostgreSQL. For each
 * kind of load: the neighbour's requests while nothing else goes on (quiet) and beside it, and their
 * ratio (p99), in the same run. `took` is the time of the request itself, where one is measured.
 *
 *     npm run bench:neighbours -- [--databases sqlite,postgres] [--only <part of a name>]
 *       [--batches 300000] [--history 1000000] [--seconds 3] [--program <folder of another checkout>]
 *
 * Rows are in rows/, a file for each kind of load. Exits with 1 where one is not within what is wanted.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LAUNCHER } from '../../test/support/run-program.ts';
import { HEADER, measure, type Row } from './measure.ts';
import { BATCH_LIST } from './rows/batch-list.ts';
import { BATCH_RESULTS } from './rows/batch-results.ts';
import { HISTORY } from './rows/history.ts';
import { withWorld } from './world.ts';

const ROWS: readonly Row[] = [...BATCH_RESULTS, ...BATCH_LIST, ...HISTORY];

const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    only: { type: 'string', default: '' },
    batches: { type: 'string', default: '300000' },
    history: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    program: { type: 'string' },
  },
});
const sizes = {
  batches: Number(values.batches),
  history: Number(values.history),
  seconds: Number(values.seconds),
};
const launcher = values.program ? join(values.program, 'bin/mailvet.js') : LAUNCHER;
// All are filled: what a database holds besides is part of each figure.
const fills = ROWS.flatMap(({ fill }) => fill ?? []);
let isWithin = true;

process.stdout.write(HEADER);
for (const kind of ['sqlite', 'postgres'] as const) {
  if (!values.databases.includes(kind)) continue;
  await withWorld(kind, { launcher, sizes, fills }, async (world) => {
    for (const row of ROWS) {
      if (row.name.includes(values.only)) isWithin = (await measure(row, world)) && isWithin;
    }
  });
}
process.exitCode = isWithin ? 0 : 1;
