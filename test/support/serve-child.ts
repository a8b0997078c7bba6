/**
 * A service in a process of its own, to be killed: `serve-child.ts <database> <ms per address> [folder of lists]`.
 * Its verifier knows every address, and takes its time. Prints lines of JSON: one when it listens,
 * and one for each event of its log.
 */

import { startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { slowVerifier } from './slow-verifier.ts';

const [database = '', pause = '0', lists] = process.argv.slice(2);

const verifier = slowVerifier(Number(pause));

const place = { host: '127.0.0.1', port: 0, database, ...(lists && { lists }) };
const { url, firstKey, setupUrl } = await startService(
  { ...place, rateLimit: 1_000_000 },
  { clock: systemClock, random: Math.random, verifier, log: print },
);
print({ url, firstKey, setupUrl });

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
