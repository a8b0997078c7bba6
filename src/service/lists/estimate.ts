/** What a list takes, before it is started: which of its addresses cost something, and how long they may take. */

import type { Team } from '../records.ts';
import { findSuppressed } from '../suppressions/suppress.ts';
import { costOf, monthOf } from '../teams/quota.ts';
import { toCacheKey } from '../verifications/cache-policy.ts';
import { expectedTime, type TimeRange } from './expected-time.ts';
import type { ListRecord } from './list-ports.ts';
import type { ListContext } from './lists.ts';

/** Portions of up to a thousand addresses that are looked at; of longer lists some stand for all. */
const PORTIONS = 20;

export interface Estimate {
  /** Distinct addresses. */
  readonly addresses: number;
  /** Answered from the cache, at no cost. */
  readonly cached: number;
  /** On the team's list of those not to mail: not verified. */
  readonly suppressed: number;
  /** Of the sandbox: simulated, at no cost. */
  readonly sandbox: number;
  /** Verifications of the month's quota. */
  readonly cost: number;
  /** Whether the numbers are of all addresses, or of some that stand for all. */
  readonly isExact: boolean;
  readonly quota: QuotaLeft | undefined;
  readonly time: TimeRange;
}

/** Absent where the team has none. */
interface QuotaLeft {
  readonly left: number;
  readonly quota: number;
}

export async function estimateList(
  context: ListContext,
  team: Team,
  list: Pick<ListRecord, 'id' | 'portions' | 'counts'>,
): Promise<Estimate> {
  const addresses = list.counts?.distinct ?? 0;
  const found = {
    seen: 0,
    cached: 0,
    suppressed: 0,
    sandbox: 0,
    domains: new Map<string, number>(),
  };
  for (const portion of spread(list.portions)) {
    const { emails } = await context.files.portion(list.id, portion);
    await addPortion(context, { teamId: team.id, emails, found });
  }
  const scale = found.seen === 0 ? 1 : addresses / found.seen;
  const scaled = (count: number) => Math.round(count * scale);
  const [cached, suppressed, sandbox] = [found.cached, found.suppressed, found.sandbox].map(scaled);
  const free = { cached: cached ?? 0, suppressed: suppressed ?? 0, sandbox: sandbox ?? 0 };
  const domains = new Map([...found.domains].map(([name, count]) => [name, scaled(count)]));
  return {
    ...free,
    addresses,
    cost: Math.max(0, addresses - free.cached - free.suppressed - free.sandbox),
    isExact: found.seen >= addresses,
    quota: await quotaLeft(context, team),
    time: expectedTime(domains),
  };
}

/** Numbers from 1: all of them, or some at equal distances. */
function spread(portions: number): readonly number[] {
  const count = Math.min(portions, PORTIONS);
  return Array.from({ length: count }, (_, at) => 1 + Math.floor((at * portions) / count));
}

interface Portion {
  readonly teamId: string;
  readonly emails: readonly string[];
  readonly found: {
    seen: number;
    cached: number;
    suppressed: number;
    sandbox: number;
    readonly domains: Map<string, number>;
  };
}

async function addPortion(
  { store, clock }: ListContext,
  { teamId, emails, found }: Portion,
): Promise<void> {
  const real = emails.filter((email) => costOf(email) === 1);
  found.seen += emails.length;
  found.sandbox += emails.length - real.length;
  const keys = real.map(toCacheKey);
  const suppressed = await findSuppressed(store, teamId, keys);
  const others = keys.filter((key) => !suppressed.has(key));
  found.suppressed += keys.length - others.length;
  const answers = await store.cache.find([...new Set(others)], clock.now());
  const asked = others.filter((key) => !answers.has(key));
  found.cached += others.length - asked.length;
  for (const key of asked) addTo(found.domains, key.slice(key.lastIndexOf('@') + 1));
}

function addTo(domains: Map<string, number>, domain: string): void {
  domains.set(domain, (domains.get(domain) ?? 0) + 1);
}

async function quotaLeft(
  { store, clock }: ListContext,
  { id, quota }: Team,
): Promise<QuotaLeft | undefined> {
  if (quota === null) return undefined;
  const used = await store.reports(id).used(monthOf(clock.now()));
  return { quota, left: Math.max(0, quota - used) };
}
