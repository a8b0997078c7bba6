import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAdmin } from '../../src/composition/admin.ts';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import type { LogEntry } from '../../src/composition/serve-deps.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { DnsSource } from '../../src/verifier/dns/source.ts';
import { eachTest } from '../support/each-test.ts';
import { isRandom, MailWorld } from '../support/mail-world.ts';
import { createTeamKey } from '../support/team-key.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DOMAINS = 40;
const BATCHES = 12;
const TEAMS = ['north', 'south'];

const folder = eachTest(temporaryFolder);
let world: MailWorld;
let service: RunningService | undefined;
/** Resolves when all batches are being worked on. */
let begun: PromiseWithResolvers<void>;

beforeEach(() => {
  world = new MailWorld();
  begun = Promise.withResolvers();
});
afterEach(async () => {
  await service?.close();
  await world[Symbol.asyncDispose]();
});

/** Domains with a host name each, which all lead to one scripted host. */
async function openDomains() {
  const host = await world.host('mx.all.test', {
    rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok'),
  });
  const zone = world.dns.zones.get('mx.all.test') ?? {};
  for (let at = 0; at < DOMAINS; at++) {
    world.domain(`d${at}.test`, `mx.d${at}.test`);
    world.dns.zones.set(`mx.d${at}.test`, zone);
  }
  return host;
}

/** Name servers that take their time: no session is opened before all batches are there. */
function slowDns(): DnsSource {
  return {
    async query(type, name) {
      await begun.promise;
      return world.dns.query(type, name);
    },
  };
}

async function openService() {
  const database = folder.path('service.db');
  let started = 0;
  const log = ({ event }: LogEntry) => {
    if (event === 'batch_started' && ++started === BATCHES) begun.resolve();
  };
  const verifier = world.verifier({}, { dns: slowDns() });
  const deps = { clock: systemClock, random: Math.random, verifier, log };
  service = await startService({ host: '127.0.0.1', port: 0, database, rateLimit: 0 }, deps);
  return { url: service.url, keys: await createKeys(database) };
}

async function createKeys(database: string): Promise<string[]> {
  const admin = await openAdmin(database, { clock: systemClock });
  const keys: string[] = [];
  for (const team of TEAMS) {
    keys.push(await createTeamKey(admin, team));
  }
  await admin.store.close();
  return keys;
}

async function call(url: string, key: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(url, { ...init, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

async function verified(url: string, key: string, emails: readonly string[]) {
  const { id } = await call(`${url}/api/v1/verify/batch`, key, { emails });
  for (;;) {
    const answer = await call(`${url}/api/v1/batches/${id}`, key);
    const { status } = answer.batch as { status: string };
    if (status === 'completed') return answer.emails as { result: { deliverable: boolean } }[];
  }
}

it('batches of two teams with an address at each domain share one session a domain', async () => {
  const host = await openDomains();
  const { url, keys } = await openService();
  const batches = Array.from({ length: BATCHES }, (_, batch) => {
    const emails = Array.from({ length: DOMAINS }, (_, at) => `u${batch}@d${at}.test`);
    return verified(url, keys[batch % TEAMS.length] ?? '', emails);
  });
  const entries = (await Promise.all(batches)).flat();
  expect(entries).toHaveLength(BATCHES * DOMAINS);
  expect(entries.every(({ result }) => result.deliverable)).toBe(true);
  const visits = host.sessions.map(({ recipients }) => domainsOf(recipients).size);
  const perDomain = visits.reduce((sum, one) => sum + one, 0) / DOMAINS;
  expect(perDomain).toBeLessThanOrEqual(1.2);
  expect(host.recipients.filter(isRandom).length).toBeLessThanOrEqual(1.2 * DOMAINS);
});

function domainsOf(recipients: readonly string[]): Set<string> {
  return new Set(recipients.map((address) => address.slice(address.indexOf('@'))));
}
