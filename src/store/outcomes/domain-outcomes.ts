import { sql } from 'kysely';
import { type Counts, type FormCounts, sumOf } from '../../service/likelihood/evidence-counts.ts';
import type { Row } from '../database-parts.ts';
import type { OutcomeParts } from './outcome-parts.ts';

type Parts = Pick<OutcomeParts, 'db' | 'textSets' | 'readAside'>;

/** Distinct addresses of domains by form and proof. */
export async function formCounts(
  { db, textSets }: Parts,
  teamId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, readonly FormCounts[]>> {
  const { rows } = await sql<Row>`select domain, coalesce(form, '') as form,
      count(distinct case when proof = 'there' then address end) as delivered,
      count(distinct case when proof = 'gone' then address end) as bounced,
      max(coalesce(at, learned_at)) as newest
    from outcomes where team_id = ${teamId} and proof <> 'none'
      and ${textSets.isAny('domain', domains)}
    group by domain, coalesce(form, '')`.execute(db);
  const grouped = Map.groupBy(rows, ({ domain }) => String(domain));
  return new Map([...grouped].map(([domain, forms]) => [domain, forms.map(toFormCounts)]));
}

function toFormCounts({ form, delivered, bounced, newest }: Row): FormCounts {
  const counts = { delivered: Number(delivered), bounced: Number(bounced) };
  return { form: String(form), ...counts, newest: Number(newest) };
}

/** Outcomes behind each provider, and behind each gateway with the same host behind it. */
export async function providerCounts(
  { readAside }: Parts,
  teamId: string,
): Promise<ReadonlyMap<string, Counts>> {
  const rows = await readAside(sql<Row>`select provider,
      sum(case when proof = 'there' then 1 else 0 end) as delivered,
      sum(case when proof = 'gone' then 1 else 0 end) as bounced
    from outcomes where team_id = ${teamId} and proof <> 'none' and provider is not null
    group by provider`);
  const counts = new Map<string, Counts>();
  for (const { provider, delivered, bounced } of rows) {
    const key = String(provider);
    const found = { delivered: Number(delivered), bounced: Number(bounced) };
    const [id = key, behind] = key.split(' ', 2);
    counts.set(id, sumOf([counts.get(id) ?? sumOf([]), found]));
    if (behind !== undefined) counts.set(key, found);
  }
  return counts;
}
