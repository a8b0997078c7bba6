/**
 * A worker in a process of its own, to be killed: `work-child.ts <database> <ms per address>`. Its
 * verifier knows every address and takes its time; each domain is a provider of the table. Prints
 * lines of JSON: one when it is ready, and one for each event of its log.
 */

import { startWorker } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Verifier } from '../../src/verifier/verifier.ts';
import { slowVerifier } from './slow-verifier.ts';

const [database = '', pause = '0'] = process.argv.slice(2);

const verifier: Verifier = {
  ...slowVerifier(Number(pause)),
  routes: async (emails) =>
    emails.map((email) => {
      const provider = email.slice(email.indexOf('@') + 1);
      return { kind: 'hosts', provider, isKnown: true };
    }),
};

const { url } = await startWorker(
  { host: '127.0.0.1', port: 0, database },
  { clock: systemClock, random: Math.random, verifier, log: print },
);
print({ url });

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
