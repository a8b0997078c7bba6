/**
 * A node in a process of its own, to be killed:
 * `node-child.ts serve|work <database> <ms per address> [folder of lists]`. Its verifier knows every address, one
 * after the other, and takes its time; to a worker each domain is a provider of the table. Prints lines of JSON: one
 * when it listens, and one for each event of its log.
 */

import { startService, startWorker } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Verifier } from '../../src/verifier/verifier.ts';
import { fakeVerifier, findingOf } from './fake-verifier.ts';

const [role, database = '', pause = '0', lists] = process.argv.slice(2);

const verifier: Verifier = {
  ...fakeVerifier(),
  async verify(email, options) {
    await systemClock.sleep(Number(pause), options?.signal);
    return findingOf(email);
  },
  async verifyAll(emails, report, options) {
    for (const [index, email] of emails.entries())
      report(index, await verifier.verify(email, options));
  },
};
const routes: Verifier['routes'] = async (emails) =>
  emails.map((email) => {
    const provider = email.slice(email.indexOf('@') + 1);
    return { kind: 'hosts', provider, isKnown: true };
  });

const place = { host: '127.0.0.1', port: 0, database };
const deps = { clock: systemClock, random: Math.random, log: print };
if (role === 'work') {
  const { url } = await startWorker(place, { ...deps, verifier: { ...verifier, routes } });
  print({ url });
} else {
  const settings = { ...place, ...(lists && { lists }), rateLimit: 1_000_000 };
  const { url, firstKey, setupUrl } = await startService(settings, { ...deps, verifier });
  print({ url, firstKey, setupUrl });
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
