/**
 * What one team waits for while another one keeps the service busy, on SQLite and PostgreSQL: its requests
 * beside the other's reads, its messages beside the other's webhooks, its uploads beside the other's. For each
 * kind of load: while nothing else goes on (quiet), beside it, and the ratio, in the same run.
 *
 *     npm run bench neighbours -- [--databases sqlite,postgres] [--loads reads,webhooks,uploads]
 *       [--only <part of the name of a row of reads>] [--batches 300000] [--history 1000000]
 *       [--seconds 3] [--messages 6000] [--silent 500] [--program <folder of another checkout>]
 *
 * The service is started as a program: npm run build first. Exits with 1 where a row is not within what is
 * wanted. On PostgreSQL webhooks are measured with two nodes as well.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LAUNCHER } from '../../test/support/run-program.ts';
import { benchReads } from './reads.ts';
import { benchUploads } from './uploads.ts';
import { benchWebhooks } from './webhooks.ts';

const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    loads: { type: 'string', default: 'reads,webhooks,uploads' },
    only: { type: 'string', default: '' },
    batches: { type: 'string', default: '300000' },
    history: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    messages: { type: 'string', default: '6000' },
    silent: { type: 'string', default: '500' },
    program: { type: 'string' },
  },
});
const launcher = values.program ? join(values.program, 'bin/mailvet.js') : LAUNCHER;
const seconds = Number(values.seconds);
const sizes = { batches: Number(values.batches), history: Number(values.history), seconds };
const webhooks = { launcher, messages: Number(values.messages), silent: Number(values.silent) };

const rows: boolean[] = [];
for (const kind of ['sqlite', 'postgres'] as const) {
  if (!values.databases.includes(kind)) continue;
  if (values.loads.includes('reads')) {
    rows.push(await benchReads({ kind, launcher, sizes, only: values.only }));
  }
  if (values.loads.includes('webhooks')) {
    rows.push(await benchWebhooks({ ...webhooks, kind }));
    if (kind === 'postgres') rows.push(await benchWebhooks({ ...webhooks, kind: 'two-nodes' }));
  }
  if (values.loads.includes('uploads')) rows.push(await benchUploads({ kind, launcher, seconds }));
}
process.exitCode = rows.every(Boolean) ? 0 : 1;
