import { sql } from 'kysely';
import type { DomainOutcomes } from '../contract/decode.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { BouncedDomain, ContradictedBy } from '../service/outcomes/records.ts';
import type { DatabaseParts, Row } from './database-parts.ts';

/** Counts what became of mail to domains, by one query. */
export function domainCounter(
  parts: DatabaseParts,
  teamId: string,
): (domains: readonly string[]) => Promise<ReadonlyMap<string, DomainOutcomes>> {
  const large = new LargeDomains<DomainOutcomes>();
  return (domains) =>
    large.count({
      domains,
      count: (unknown) => countDomains(parts, teamId, unknown),
      addressesOf: ({ delivered, bounced }) => delivered + bounced,
    });
}

/** Each address counts once, by its newest proof. */
async function countDomains(
  { db, textSets }: DatabaseParts,
  teamId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, DomainOutcomes>> {
  if (domains.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select domain,
      sum(case when came > bounced then 1 else 0 end) as delivered,
      sum(case when bounced >= came then 1 else 0 end) as bounced,
      min(earliest) as since
    from (
      select domain, address, min(coalesce(at, learned_at)) as earliest,
        max(case when proof = 'gone' then coalesce(at, learned_at) else 0 end) as bounced,
        max(case when proof = 'there' then coalesce(at, learned_at) else 0 end) as came
      from outcomes where team_id = ${teamId} and proof <> 'none'
        and ${textSets.isAny('domain', domains)}
      group by domain, address
    ) as known group by domain`.execute(db);
  return new Map(rows.map((row) => [String(row.domain), toDomainOutcomes(row)]));
}

function toDomainOutcomes({ delivered, bounced, since }: Row): DomainOutcomes {
  return { delivered: Number(delivered), bounced: Number(bounced), since: Number(since) };
}

interface WantedDomains extends ContradictedBy {
  readonly teamId: string;
  readonly domains: readonly string[];
}

/** Finds domains by the accepted addresses that bounced. */
export function bouncedDomainCounter(
  parts: DatabaseParts,
  teamId: string,
): (domains: readonly string[], by: ContradictedBy) => Promise<ReadonlyMap<string, BouncedDomain>> {
  const large = new LargeDomains<BouncedDomain>();
  return (domains, by) =>
    large.count({
      domains,
      count: (unknown) => bouncedDomains(parts, { teamId, domains: unknown, ...by }),
      addressesOf: ({ addresses, delivered }) => addresses + delivered,
    });
}

/** By the index of accepted addresses that bounced; only domains that have enough of them are counted in full. */
async function bouncedDomains(
  { db, textSets }: DatabaseParts,
  { teamId, domains, least, since }: WantedDomains,
): Promise<ReadonlyMap<string, BouncedDomain>> {
  if (domains.length === 0) return new Map();
  const { rows: candidates } = await sql<Row>`select domain from outcomes
    where team_id = ${teamId} and proof = 'gone' and was_accepted = 1
      and ${textSets.isAny('domain', domains)} and coalesce(at, learned_at) >= ${since}
    group by domain having count(distinct address) >= ${least}`.execute(db);
  if (candidates.length === 0) return new Map();
  const names = candidates.map(({ domain }) => String(domain));
  const { rows } = await sql<Row>`
    select domain,
      max(case when bounced >= came and accepted = 1 then bounced else 0 end) as newest,
      sum(case when bounced >= came and accepted = 1 then 1 else 0 end) as addresses,
      sum(case when came > bounced then 1 else 0 end) as delivered
    from (
      select domain, address, max(was_accepted) as accepted,
        max(case when proof = 'gone' then coalesce(at, learned_at) else 0 end) as bounced,
        max(case when proof = 'there' then coalesce(at, learned_at) else 0 end) as came
      from outcomes where team_id = ${teamId} and proof <> 'none'
        and ${textSets.isAny('domain', names)} and coalesce(at, learned_at) >= ${since}
      group by domain, address
    ) as known group by domain`.execute(db);
  const found = rows.map((row) => [String(row.domain), toBounced(row)] as const);
  return new Map(found.filter(([, { addresses }]) => addresses >= least));
}

function toBounced({ addresses, delivered, newest }: Row): BouncedDomain {
  return { addresses: Number(addresses), delivered: Number(delivered), at: Number(newest) };
}

interface WantedAcceptances {
  readonly domain: string;
  readonly since: number;
  readonly limit: number;
}

/** Milliseconds: reading the history of a domain with few addresses reads all of it. */
const ACCEPTED_HOLDS_MS = 60 * 60_000;
const MOST_DOMAINS = 1000;

/** Counts accepted addresses, and remembers the count until more bounces ask for a higher limit. */
export function acceptanceCounter(
  parts: DatabaseParts,
  teamId: string,
): (wanted: WantedAcceptances) => Promise<number> {
  const known = new BoundedMap<string, { readonly count: number; readonly until: number }>(
    MOST_DOMAINS,
  );
  return async (wanted) => {
    const key = `${wanted.limit} ${wanted.domain}`;
    const kept = known.get(key);
    if (kept && kept.until > performance.now()) return kept.count;
    const count = await countAccepted(parts, teamId, wanted);
    known.set(key, { count, until: performance.now() + ACCEPTED_HOLDS_MS });
    return count;
  };
}

/** Distinct addresses of a domain whose mailbox the history has as accepting mail. */
async function countAccepted(
  { readAside }: DatabaseParts,
  teamId: string,
  { domain, since, limit }: WantedAcceptances,
): Promise<number> {
  const [row] = await readAside(sql<Row>`select count(*) as count from (
      select distinct email from verifications join results on results.id = result_id
      where team_id = ${teamId} and at >= ${since}
        and (text like 'accepted %' or text like 'exists_busy %')
        and lower(email) like ${`%@${domain}`}
      limit ${limit}
    ) as accepted`);
  return Number(row?.count ?? 0);
}

/** Milliseconds: a domain with many outcomes takes long to count, and a minute changes little of them. */
const COUNT_HOLDS_MS = 60_000;
/** Addresses from which on the count of a domain is remembered. */
const MANY = 1000;

interface Counting<Count> {
  readonly domains: readonly string[];
  /** Counts domains; what has no outcome is left out. */
  count(domains: readonly string[]): Promise<ReadonlyMap<string, Count>>;
  addressesOf(count: Count): number;
}

/** Counts of domains; those of large ones are remembered for a minute. */
class LargeDomains<Count> {
  readonly #known = new BoundedMap<string, { readonly count: Count; readonly until: number }>(
    MOST_DOMAINS,
  );

  async count({ domains, count, addressesOf }: Counting<Count>): Promise<Map<string, Count>> {
    const now = performance.now();
    const remembered = new Map<string, Count>();
    for (const domain of domains) {
      const known = this.#known.get(domain);
      if (known && known.until > now) remembered.set(domain, known.count);
    }
    const counted = await count(domains.filter((domain) => !remembered.has(domain)));
    for (const [domain, found] of counted) {
      const isLarge = addressesOf(found) >= MANY;
      if (isLarge) this.#known.set(domain, { count: found, until: now + COUNT_HOLDS_MS });
    }
    return new Map([...remembered, ...counted]);
  }
}
