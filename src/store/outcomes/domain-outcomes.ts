import { sql } from 'kysely';
import type { DomainOutcomes } from '../../result/result.ts';
import type { Row } from '../database-parts.ts';
import { LargeDomains } from './large-domains.ts';
import type { OutcomeParts } from './outcome-parts.ts';

/** Counts what became of mail to domains, by one query. */
export function domainCounter(
  parts: Pick<OutcomeParts, 'db' | 'textSets'>,
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
  { db, textSets }: Pick<OutcomeParts, 'db' | 'textSets'>,
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
