import type { DomainOutcomes, VerificationDetail } from '../../contract/decode.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import { domainOf } from '../../lib/address-parts.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Statements } from './statements.ts';

/** What details of results say of the domain, kept once for all its addresses. */
export type DomainFacts = Pick<VerificationDetail, 'provider' | 'domainOutcomes'>;

/** Facts of a domain; undefined where none are kept. */
export type DomainLookup = (domain: string) => DomainFacts | undefined;

/** A list has few domains for its length. */
const MAX_DOMAINS = 20_000;

/** Finds what is kept of a domain; undefined where nothing is kept of any. */
export function domainLookup(sql: Statements): DomainLookup | undefined {
  if (sql.number(HAS_DOMAINS) === 0) return undefined;
  const known = new BoundedMap<string, DomainFacts | null>(MAX_DOMAINS);
  return (domain) => {
    let facts = known.get(domain);
    if (facts === undefined) {
      facts = readFacts(sql, domain);
      known.set(domain, facts);
    }
    return facts ?? undefined;
  };
}

function readFacts(sql: Statements, domain: string): DomainFacts | null {
  const provider = sql.text(PROVIDER_OF, domain);
  const counts = sql.text(OUTCOMES_OF, domain);
  const domainOutcomes = counts === undefined ? undefined : (JSON.parse(counts) as DomainOutcomes);
  if (provider === undefined && !domainOutcomes) return null;
  return {
    ...(provider !== undefined && { provider }),
    ...(domainOutcomes && { domainOutcomes }),
  };
}

/** Keeps facts of domains in place of those of before; what is not known stays as it is. */
export function putDomains(
  sql: Statements,
  domains: Iterable<readonly [domain: string, facts: DomainFacts]>,
): void {
  for (const [domain, { provider, domainOutcomes }] of domains) {
    if (provider !== undefined) sql.run(SET_PROVIDER, domain, provider);
    if (domainOutcomes) sql.run(SET_OUTCOMES, domain, JSON.stringify(domainOutcomes));
  }
}

/** What results say of their domains: the first that says something counts. */
export function domainsOf(
  results: readonly (RowResult | undefined)[],
): ReadonlyMap<string, DomainFacts> {
  const found = new Map<string, DomainFacts>();
  for (const result of results) {
    const { email, detail } = result?.verification ?? {};
    if (email === undefined || !detail) continue;
    const domain = domainOf(email);
    const { provider, domainOutcomes } = detail;
    const known = found.get(domain);
    if (known?.provider !== undefined && known.domainOutcomes) continue;
    if (provider === undefined && !domainOutcomes) continue;
    found.set(domain, {
      ...(provider !== undefined && { provider }),
      ...(domainOutcomes && { domainOutcomes }),
      ...known,
    });
  }
  return found;
}

const HAS_DOMAINS = `SELECT count(*) FROM (SELECT 1 FROM (SELECT domain FROM provider
  UNION ALL SELECT domain FROM domain_outcomes) LIMIT 1)`;
const PROVIDER_OF = 'SELECT name FROM provider WHERE domain = ?';
const OUTCOMES_OF = 'SELECT counts FROM domain_outcomes WHERE domain = ?';
const SET_PROVIDER = 'INSERT OR REPLACE INTO provider (domain, name) VALUES (?, ?)';
const SET_OUTCOMES = 'INSERT OR REPLACE INTO domain_outcomes (domain, counts) VALUES (?, ?)';
