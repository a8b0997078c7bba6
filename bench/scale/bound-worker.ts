/**
 * A worker that holds few sessions at a time, so that waiting for mail hosts decides, not this
 * machine's processors: `bound-worker.ts <database> <resolver> <sessions>`, with `meter.js`.
 */

import { startWorker } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createVerifier } from '../../src/verifier/create-verifier.ts';

const [database = '', resolver = '', sessions = '10'] = process.argv.slice(2);
const verifier = createVerifier({
  helo: 'bench.mailvet.test',
  dns: [resolver],
  allowNetwork: ['127.0.0.0/8'],
  connections: Number(sessions),
});
const { url } = await startWorker(
  { host: '127.0.0.1', port: 0, database },
  { clock: systemClock, random: Math.random, verifier },
);
console.log(url);
