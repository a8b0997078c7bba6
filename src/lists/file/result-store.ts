import type { DomainOutcomes, Verification, VerificationDetail } from '../../contract/decode.ts';
import type { ResultEvidence } from '../../contract/decode-evidence.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import { domainOf } from '../../lib/address-parts.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import {
  ELSEWHERE,
  isPacked,
  NO_RESULT,
  packEvidence,
  packResult,
  unpackEvidence,
  unpackResult,
} from '../../result/packed.ts';
import type { SentAddresses } from './address-reader.ts';
import { checksum } from './check.ts';
import type { Statements } from './database.ts';
import { readOrdinals, toBytes } from './portions.ts';

/** An address with its ordinal in the list. */
export interface Numbered {
  readonly address: string;
  readonly ordinal: number;
}

/** What details of results say of the domain, kept once for all its addresses. */
export type DomainFacts = Pick<VerificationDetail, 'provider' | 'domainOutcomes'>;

/** Facts of a domain; undefined where none are kept. */
export type DomainLookup = (domain: string) => DomainFacts | undefined;

/** A list has few domains for its length. */
const MAX_DOMAINS = 20_000;

/**
 * The results of a list: a row of codes for each batch, a row for each result that can't be packed, what decided
 * them, and what is known of their domains.
 */
export class ResultStore {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Keeps results, aligned with the addresses, in place of what was kept of them. */
  put(
    { first, addresses, ordinals }: SentAddresses,
    results: readonly (RowResult | undefined)[],
  ): void {
    const codes = addresses.map((address, index) => {
      const [ordinal, result] = [ordinals[index] ?? 0, results[index]];
      return this.putResult({ address, ordinal }, result);
    });
    this.putCodes(first, Uint32Array.from(codes));
  }

  /** Returns the code of a result, and keeps it in a row of its own where the code does not say all. */
  putResult({ address, ordinal }: Numbered, result: RowResult | undefined): number {
    const code = codeOf(address, result);
    if (code === ELSEWHERE) this.#putUnpackable(ordinal, result);
    return code;
  }

  /** Keeps the codes of a batch, in place of what was kept. */
  putCodes(first: number, codes: Uint32Array): void {
    const bytes = toBytes(codes);
    this.#sql.run(PUT_CODES, first, bytes, checksum(bytes));
  }

  #putUnpackable(ordinal: number, result: RowResult | undefined): void {
    const text = formatUnpackable(result);
    this.#sql.run(PUT_UNPACKABLE, ordinal, text, checksum(text));
  }

  /** What is kept of a batch, aligned with its addresses; `latest`: the codes of the list by ordinal. */
  of(
    { first, addresses, ordinals }: SentAddresses,
    latest?: Uint32Array,
  ): (RowResult | undefined)[] {
    const codes = latest ? ordinals.map((ordinal) => latest[ordinal] ?? 0) : this.codes(first);
    return addresses.map((address, index) =>
      this.unpack(codes[index], { address, ordinal: ordinals[index] ?? 0 }),
    );
  }

  /** The codes of all batches, each with its first place, in the order of sending. */
  allCodes(): readonly { readonly first: number; readonly codes: Uint32Array }[] {
    const rows = this.#sql.all('SELECT first, codes FROM result ORDER BY first');
    return rows.map(({ first, codes }) => ({ first: Number(first), codes: readOrdinals(codes) }));
  }

  /** The codes of the batch that begins at a place. */
  codes(first: number): Uint32Array {
    return readOrdinals(this.#sql.first('SELECT codes FROM result WHERE first = ?', first)?.codes);
  }

  /** The ordinals of results that have a row of their own. */
  unpackable(): readonly number[] {
    return this.#sql.all('SELECT ordinal FROM unpackable_result').map((row) => Number(row.ordinal));
  }

  /** The result of an address by its code; undefined without one. */
  unpack(code = NO_RESULT, { address, ordinal }: Numbered): RowResult | undefined {
    if (isPacked(code)) return { verification: unpackResult(code, address) };
    if (code === NO_RESULT) return undefined;
    const text = this.#sql.text('SELECT result FROM unpackable_result WHERE ordinal = ?', ordinal);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Removes what is kept of an address beside its code. */
  erase(ordinal: number): void {
    this.#sql.run('DELETE FROM unpackable_result WHERE ordinal = ?', ordinal);
    this.eraseEvidence(ordinal);
  }

  /** Keeps what decided results, in place of what was kept of them; nothing where no host was asked. */
  putEvidence(found: Iterable<readonly [Numbered, ResultEvidence]>): void {
    const ids = new Map<string, number>();
    for (const [{ address, ordinal }, known] of found) {
      const evidence = packEvidence(address, known);
      if (!evidence) continue;
      const id = ids.get(evidence.text) ?? this.#textId(evidence.text);
      ids.set(evidence.text, id);
      this.#sql.run('INSERT OR REPLACE INTO evidence VALUES (?, ?, ?)', ordinal, id, evidence.at);
    }
  }

  #textId(text: string): number {
    this.#sql.run('INSERT OR IGNORE INTO evidence_text (text) VALUES (?)', text);
    return this.#sql.number('SELECT id FROM evidence_text WHERE text = ?', text);
  }

  /** What decided the result of an address; nothing where nothing is kept of it. */
  evidenceOf(ordinal: number): ResultEvidence {
    const row = this.#sql.first(EVIDENCE_OF, ordinal);
    if (!row) return {};
    return unpackEvidence(String(row.address), { text: String(row.text), at: Number(row.at) });
  }

  /** The text goes, too, where no other address has it: a reply may name a mailbox. */
  eraseEvidence(ordinal: number): void {
    const row = this.#sql.first('SELECT text FROM evidence WHERE ordinal = ?', ordinal);
    if (!row) return;
    this.#sql.run('DELETE FROM evidence WHERE ordinal = ?', ordinal);
    this.#sql.run(REMOVE_TEXT, row.text ?? null);
  }

  /** Finds what is kept of a domain; undefined where nothing is kept of any. */
  domainLookup(): DomainLookup | undefined {
    if (this.#sql.number(HAS_DOMAINS) === 0) return undefined;
    const known = new BoundedMap<string, DomainFacts | null>(MAX_DOMAINS);
    return (domain) => {
      let facts = known.get(domain);
      if (facts === undefined) {
        facts = this.#readFacts(domain);
        known.set(domain, facts);
      }
      return facts ?? undefined;
    };
  }

  #readFacts(domain: string): DomainFacts | null {
    const provider = this.#sql.text('SELECT name FROM provider WHERE domain = ?', domain);
    const counts = this.#sql.text('SELECT counts FROM domain_outcomes WHERE domain = ?', domain);
    const domainOutcomes =
      counts === undefined ? undefined : (JSON.parse(counts) as DomainOutcomes);
    if (provider === undefined && !domainOutcomes) return null;
    return {
      ...(provider !== undefined && { provider }),
      ...(domainOutcomes && { domainOutcomes }),
    };
  }

  /** Keeps facts of domains in place of those of before; what is not known stays as it is. */
  putDomains(domains: ReadonlyMap<string, DomainFacts>): void {
    for (const [domain, { provider, domainOutcomes }] of domains) {
      if (provider !== undefined) this.#sql.run(SET_PROVIDER, domain, provider);
      if (domainOutcomes) this.#sql.run(SET_OUTCOMES, domain, JSON.stringify(domainOutcomes));
    }
  }

  /** Keeps what results were before a round: codes that say all, aligned with the portion that begins at a place. */
  putEarlier(first: number, codes: Uint32Array): void {
    this.#sql.run(
      'INSERT OR REPLACE INTO earlier (first, codes) VALUES (?, ?)',
      first,
      toBytes(codes),
    );
  }

  /** Empty where nothing is kept. */
  earlierCodes(first: number): Uint32Array {
    return readOrdinals(this.#sql.first('SELECT codes FROM earlier WHERE first = ?', first)?.codes);
  }
}

const PUT_CODES = 'INSERT OR REPLACE INTO result (first, codes, sum) VALUES (?, ?, ?)';
const PUT_UNPACKABLE =
  'INSERT OR REPLACE INTO unpackable_result (ordinal, result, sum) VALUES (?, ?, ?)';
/** With the address that was asked about: its reply may name it. */
const EVIDENCE_OF = `
  SELECT evidence_text.text, at, local || '@' || domain AS address FROM evidence
  JOIN evidence_text ON evidence_text.id = evidence.text JOIN address USING (ordinal)
  WHERE ordinal = ?`;
const REMOVE_TEXT = `DELETE FROM evidence_text
  WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM evidence WHERE text = ?1)`;
const HAS_DOMAINS = `SELECT count(*) FROM (SELECT 1 FROM (SELECT domain FROM provider
  UNION ALL SELECT domain FROM domain_outcomes) LIMIT 1)`;
const SET_PROVIDER = 'INSERT OR REPLACE INTO provider (domain, name) VALUES (?, ?)';
const SET_OUTCOMES = 'INSERT OR REPLACE INTO domain_outcomes (domain, counts) VALUES (?, ?)';

function codeOf(address: string, result: RowResult | undefined): number {
  if (!result) return NO_RESULT;
  const { verification, error } = result;
  return verification && error === undefined ? packResult(address, verification) : ELSEWHERE;
}

/** A result as JSON, without what is kept apart. */
export function formatUnpackable(result: RowResult | undefined): string {
  const { verification } = result ?? {};
  return JSON.stringify(
    verification ? { ...result, verification: withoutEvidence(verification) } : result,
  );
}

function withoutEvidence({ detail, ...result }: Verification): Verification {
  const { mxHost, reply, checkedAt, ...known } = detail ?? { reason: '' };
  if (!detail || (mxHost === undefined && !reply)) return { ...result, detail };
  return { ...result, detail: known };
}

/** A result with more of its detail; one without a detail stays as it is. */
export function withDetail(
  result: RowResult | undefined,
  known: Partial<VerificationDetail>,
): RowResult | undefined {
  const { verification } = result ?? {};
  if (!verification?.detail) return result;
  return {
    ...result,
    verification: { ...verification, detail: { ...verification.detail, ...known } },
  };
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
