/**
 * A process of a fleet, for tests: verifies one list after the other at one provider and prints a
 * line for each. Arguments: the database, the port of the mail hosts, addresses a list.
 */

import { joinFleet } from '../../src/composition/fleet.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import { Zones } from './mail-world.ts';

const [database = '', port = '', size = ''] = process.argv.slice(2);
const clock = systemClock;
const store = await openStore(database);
const { fleet } = store.verifierMemory;
if (!fleet) throw new Error('PostgreSQL is for several processes');
/** On a busy machine a process may stand still for seconds: its sessions end before its leases all the same. */
const times = { lease: 16_000, renewEvery: 1000, margin: 10_000 };
const member = joinFleet(fleet, { clock, random: Math.random, observe: () => {} }, times);
const dns = new Zones();
dns.zones.set('a.test', { MX: [[0, 'mx.a.test']] });
dns.zones.set('mx.a.test', { A: ['127.0.0.2'] });
const verifier = createVerifier(
  { helo: 'worker.test', port: Number(port), allowNetwork: ['127.0.0.0/8'], sessionIdle: 2000 },
  { dns, ...member.deps },
);
for (let list = 0; ; list++) {
  const emails = Array.from({ length: Number(size) }, (_, at) => `u${list}x${at}@a.test`);
  let decided = 0;
  await verifier.verifyAll(emails, (_, finding) => {
    if (finding.decided) decided++;
  });
  process.stdout.write(`${decided} of ${size}\n`);
}
