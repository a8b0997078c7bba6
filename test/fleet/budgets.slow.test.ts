import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinFleet } from '../../src/composition/fleet.ts';
import { systemClock as clock } from '../../src/lib/clock.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { MailWorld, mailboxes } from '../support/mail-world.ts';
import { migratedDatabase, type TestDatabase } from '../support/postgres.ts';

/** Of Cisco's table entry: refusals that it bears in an hour. */
const REFUSED_PER_HOUR = 24;

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await migratedDatabase();
  store = await openStore(database.url);
});
afterAll(async () => {
  await store.close();
  await database.dispose();
});

it('a budget that a process spent before it ended is spent for the next, also by PostgreSQL', async () => {
  await using world = new MailWorld();
  const host = await world.host('esa1.hc1.iphmx.com', { rcpt: mailboxes('postmaster') });
  world.domain('a.test', 'esa1.hc1.iphmx.com');
  const { fleet } = store.verifierMemory;
  if (!fleet) throw new Error('PostgreSQL is for several processes');
  const run = async (list: string) => {
    const member = joinFleet(fleet, { clock, random: Math.random, observe: () => {} });
    const verifier = world.verifier({}, { clock, ...member.deps });
    await member.start(verifier);
    const emails = Array.from({ length: 60 }, (_, at) => `${list}${at}@a.test`);
    let decided = 0;
    await verifier.verifyAll(emails, (_, finding) => {
      if (finding.decided) decided++;
    });
    await verifier.close();
    await member.close();
    return decided;
  };
  expect(await run('u')).toBe(REFUSED_PER_HOUR);
  expect(await run('v')).toBe(0);
  expect(host.recipients.filter((to) => !to.startsWith('postmaster'))).toHaveLength(
    REFUSED_PER_HOUR,
  );
});
