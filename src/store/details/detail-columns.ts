import { BoundedMap } from '../../lib/bounded-map.ts';
import { expandDetail } from './detail-phrases.ts';
import { namesAddress, type SharedDetail, shareDetail, wholeDetail } from './shared-detail.ts';

/** The columns of a detail in a select over `table`, with `joinDetails`; `readDetail` reads them. */
export function detailOf(table: string): string {
  return `coalesce(${table}.detail, details.text) as detail, ${table}.checked_at`;
}

export function joinDetails(table: string): string {
  return `left join details on details.id = ${table}.detail_id`;
}

/** What `detailOf` selects: in a damaged file any column may hold anything. */
interface ReadColumns {
  readonly detail?: unknown;
  readonly checked_at?: unknown;
}

/** The detail of a row of this address as JSON; undefined where there is none. */
export function readDetail({ detail, checked_at }: ReadColumns, address: string) {
  if (typeof detail !== 'string') return undefined;
  const text = expandDetail(detail);
  if (typeof checked_at !== 'number') return text;
  const isTime = Math.abs(checked_at) <= MAX_TIME;
  return isTime ? wholeDetail({ text, checkedAt: checked_at }, address) : undefined;
}

/** `readDetail` for many rows: those of a session have the same detail, unless it names their address. */
export function detailReader(): typeof readDetail {
  const known = new BoundedMap<string, { readonly checkedAt: unknown; readonly whole?: string }>(
    MAX_KNOWN,
  );
  return (row, address) => {
    if (typeof row.detail !== 'string') return undefined;
    const latest = known.get(row.detail);
    if (latest && latest.checkedAt === row.checked_at) return latest.whole;
    const whole = readDetail(row, address);
    if (whole !== undefined && !namesAddress(row.detail))
      known.set(row.detail, { checkedAt: row.checked_at, whole });
    return whole;
  };
}

/** Milliseconds from the epoch that a Date can have. */
const MAX_TIME = 8.64e15;

/** The columns of an answer, with its detail as JSON. */
export interface AnswerColumns {
  readonly facts: string;
  readonly decided: number;
  readonly reason: string;
  readonly detail: string | null;
}

/** The columns of an answer as they are written: with the number of its shared detail. */
export interface StoredColumns extends AnswerColumns {
  readonly detailId: number | null;
  readonly checkedAt: number | null;
}

/** An answer about to be written. */
export interface AnswerRows {
  /** For rows of the address that it was found for. */
  readonly columns: StoredColumns;
  /** For a row that has the address as somebody wrote it. */
  columnsOf(email: string): StoredColumns;
}

/** `stored` is the detail of the answer, which is in the row itself without it; `address` as the cache has it. */
export function answerRows(
  { facts, decided, reason, detail }: AnswerColumns,
  address: string,
  stored: { readonly id: number; readonly shared: SharedDetail } | undefined,
): AnswerRows {
  const known = { facts, decided, reason };
  const whole = { ...known, detail, detailId: null, checkedAt: null };
  if (!stored) return { columns: whole, columnsOf: () => whole };
  const { checkedAt, isMarked } = stored.shared;
  const columns = { ...known, detail: null, detailId: stored.id, checkedAt };
  return { columns, columnsOf: (email) => (isMarked && email !== address ? whole : columns) };
}

/** How long a number is used again: what nothing refers to is deleted much later (sweep-details.ts). */
const USED_AGAIN_MS = 10 * 60_000;
const MAX_KNOWN = 2000;

interface Known {
  readonly id: number;
  readonly since: number;
}

/** The numbers of the details that this process stored lately. */
export class DetailNumbers {
  readonly #byText = new BoundedMap<string, Known>(MAX_KNOWN);
  #latest: { readonly detail: string; readonly shared: SharedDetail } | undefined;

  /** `shareDetail`, quick where the detail is that of the address before, as it is in a session. */
  share(detail: string, address: string): SharedDetail {
    if (detail === this.#latest?.detail && !detail.includes(address)) return this.#latest.shared;
    const shared = shareDetail(detail, address);
    this.#latest = shared.isMarked ? undefined : { detail, shared };
    return shared;
  }

  find(text: string, now: number): number | undefined {
    const known = this.#byText.get(text);
    return known && now - known.since < USED_AGAIN_MS ? known.id : undefined;
  }

  keep(text: string, id: number, now: number): void {
    this.#byText.set(text, { id, since: now });
  }

  /** After a transaction that was rolled back: its details are not stored. */
  clear(): void {
    this.#byText.clear();
  }
}
