/** How quickly a list can be verified at all while the limits of the provider table are kept. */
import { createPaceOf } from '../../src/verifier/providers/pace.ts';
import { BUILT_IN_TABLE } from '../../src/verifier/providers/provider-table.ts';
import { isMissing, mxOf } from './lists.ts';

/** The greeting and the reply to EHLO; QUIT goes along with the last recipients. */
const TRIPS_OF_A_SESSION = 2;

const paceOf = createPaceOf(BUILT_IN_TABLE);

/**
 * The least seconds for a list, by the provider that takes longest: its sessions follow each other on as
 * many connections as it takes. Each transaction has one domain and takes a round trip, and so does the
 * random address that can be asked once an address of its domain was accepted.
 */
export function leastSeconds(emails: readonly string[], roundTripMs: number): number {
  const byProvider = Map.groupBy(emails, (email) => providerOf(email).key);
  const seconds = [...byProvider].map(([key, some]) => {
    const { connections, recipientsPerSession } = paceOf(key);
    const byHost = [...Map.groupBy(some, (email) => mxOf(domainOf(email))).values()];
    const trips = byHost.map((those) => countTrips(those, recipientsPerSession));
    const inAll = trips.reduce((sum, one) => sum + one, 0);
    return ((inAll / connections) * roundTripMs) / 1000;
  });
  return Math.max(...seconds);
}

/** Round trips with one host. */
function countTrips(emails: readonly string[], recipientsPerSession: number): number {
  const domains = [...Map.groupBy(emails, domainOf).values()];
  const probed = domains.filter(isProbed).length;
  const sessions = Math.ceil((emails.length + probed) / recipientsPerSession);
  const transactions = Math.max(sessions, domains.length);
  return sessions * TRIPS_OF_A_SESSION + transactions + probed;
}

/** Whether the random address is asked: the provider's entry says nothing of it, and an address exists. */
function isProbed(emails: readonly string[]): boolean {
  const [first = ''] = emails;
  if (providerOf(first).provider?.acceptAll) return false;
  return emails.some((email) => !isMissing(Number(/\d+/.exec(email)?.[0])));
}

function providerOf(email: string) {
  return BUILT_IN_TABLE.find(mxOf(domainOf(email)));
}

function domainOf(email: string): string {
  return email.slice(email.indexOf('@') + 1);
}
