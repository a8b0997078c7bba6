import type { DatabaseSync } from 'node:sqlite';
import type { ResultEvidence } from '../../contract/decode-evidence.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import { domainOf } from '../../lib/address-parts.ts';
import { ELSEWHERE } from '../../result/packed.ts';
import { type AddressRange, AddressReader } from './address-reader.ts';
import { Statements } from './database.ts';
import { type DomainLookup, type Numbered, ResultStore, withDetail } from './result-store.ts';

/** A list on the disk: its addresses, in portions, and their results. */
export class ListFile implements Disposable {
  readonly database: DatabaseSync;
  protected readonly sql: Statements;
  protected readonly sent: AddressReader;
  protected readonly kept: ResultStore;

  protected constructor(database: DatabaseSync) {
    this.database = database;
    this.sql = new Statements(database);
    this.sent = new AddressReader(this.sql);
    this.kept = new ResultStore(this.sql);
  }

  close(): void {
    this.sql.clear();
    this.database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Addresses of a range, in the order of sending. */
  addresses(range: AddressRange): readonly string[] {
    return this.sent.of(range).addresses;
  }

  /** Results of a batch, aligned with its addresses; with the `codes` of the list, as they came back last. */
  results({ first, last }: AddressRange, codes?: Uint32Array): (RowResult | undefined)[] {
    const sent = this.sent.of({ first, last });
    const found = this.kept.of(sent, codes);
    const factsOf = this.domainLookup();
    if (!factsOf) return found;
    return found.map((result, index) => {
      const facts = result && factsOf(domainOf(sent.addresses[index] ?? ''));
      return facts ? withDetail(result, facts) : result;
    });
  }

  /** Finds what is kept of a domain; undefined where nothing is kept of any. */
  domainLookup(): DomainLookup | undefined {
    return this.kept.domainLookup();
  }

  /** What decided the result of an address; nothing where nothing is kept of it. */
  evidenceOf(ordinal: number): ResultEvidence {
    return this.kept.evidenceOf(ordinal);
  }

  /** Addresses by their ordinals in the list, both ends included; empty where a cell is no address. */
  listed(first: number, last: number): readonly string[] {
    return this.sent.listed(first, last);
  }

  /** An address's ordinal in the list, from 1; 0 where it has none. */
  ordinalOf(address: string): number {
    return this.sent.ordinalOf(address);
  }

  /** The packed results of all addresses, by their ordinals. What was asked again has its last one. */
  codes(): Uint32Array {
    const codes = new Uint32Array(1 + this.sql.number('SELECT max(ordinal) FROM address'));
    for (const { first, codes: some } of this.kept.allCodes()) {
      const ordinals = this.sent.ordinalsOf({ first, last: first + some.length - 1 });
      for (let at = 0; at < some.length; at++) {
        const code = some[at] ?? 0;
        if (code !== 0) codes[ordinals[at] ?? 0] = code;
      }
    }
    // What was known before, and was not sent, is in no batch.
    for (const ordinal of this.kept.unpackable()) codes[ordinal] ||= ELSEWHERE;
    return codes;
  }

  /** A result by its code; undefined without one. */
  unpack(code: number | undefined, numbered: Numbered): RowResult | undefined {
    return this.kept.unpack(code, numbered);
  }
}
