import type { NewBatch } from '../../../service/ports.ts';
import { buildInsert, rowGroups } from './row-groups.ts';

interface EntryInsert {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const INTO = 'entries (batch_id, position, email, cache_key, cost, status)';
const PENDING = "(?, ?, ?, ?, ?, 'pending')";

/**
 * The statements that add the entries of a new batch: their texts are always the same three. They are
 * added domain by domain: results of a domain come together, and then change the same pages.
 */
export function entryInserts(batchId: string, entries: NewBatch['entries']): EntryInsert[] {
  const placed = entries.map((entry, position) => ({ ...entry, position }));
  const rows = [...Map.groupBy(placed, domainOf).values()]
    .flat()
    .map(({ email, cacheKey, cost, position }) => {
      return [batchId, position, email, cacheKey === email ? '' : cacheKey, cost];
    });
  return rowGroups(rows).map((group) => ({
    sql: buildInsert(INTO, PENDING, group.length),
    values: group.flat(),
  }));
}

/** Of what is no address, all of it. */
function domainOf({ cacheKey }: { readonly cacheKey: string }): string {
  return cacheKey.slice(cacheKey.lastIndexOf('@') + 1);
}
