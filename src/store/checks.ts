/** What must hold between rows, on both databases, and what sweeps mend. */
import { MISCOUNTS } from './block-counts/miscounts.ts';
import type { Check, Problem } from './check.ts';
import { outcomeChecks } from './outcomes/outcome-checks.ts';

/** Selects the ids of the uploaded lists that have files. */
export const LISTS_WITH_FILES = `select id from lists
  where state not in ('uploading', 'removed')`;

/** Selects where they are. */
export const PLACE_OF_LISTS = `select value from verifier_secrets where name = 'list_folder'`;

/** Longer than a verification reserves its cost, and than an upload is read. */
const OVER_MS = 15 * 60_000;

/** The rules that hold at a time, in milliseconds since the epoch. */
export function checksAt(now: number): readonly Check[] {
  return [...MISCOUNTS, ...RESULTLESS, ...batchChecks(), ...leftovers(now), ...outcomeChecks(now)];
}

const RESULTLESS = ['verifications', 'cached_answers', 'entries'].map(
  (table): Check => ({
    sql: `select count(*) as count from ${table} where result_id is not null
    and not exists (select 1 from results where results.id = ${table}.result_id)`,
    tell: (count) => ({ text: `${count} rows of ${table} have lost their result` }),
  }),
);

/** The problem of a check by the count that it found. */
export function problemsOf({ tell }: Check, count: unknown): readonly Problem[] {
  return Number(count) > 0 ? [tell(Number(count))] : [];
}

const inEntries = (status: string) => `(select count(*) from entries
  where entries.batch_id = batches.id and entries.status ${status})`;

function batchChecks(): readonly Check[] {
  return [
    {
      sql: `select count(*) as count from batches where total_count <> ${inEntries('is not null')}`,
      tell: (count) => ({ text: `${count} batches have more or fewer entries than they count` }),
    },
    {
      sql: `select count(*) as count from batches
        where status in ('pending', 'processing', 'completed')
          and processed_count <> ${inEntries("in ('verified', 'failed')")}`,
      tell: (count) => ({ text: `${count} batches have other results than they count` }),
    },
    {
      sql: `select count(*) as count from batches
        where status not in ('pending', 'processing') and ${inEntries("= 'pending'")} > 0`,
      tell: (count) => ({ text: `${count} batches have ended with pending entries` }),
    },
  ];
}

/** What processes leave behind that were killed. */
function leftovers(now: number): readonly Check[] {
  const before = now - OVER_MS;
  return [
    {
      sql: `select count(*) as count from reservations
        where expires_at < ${before} or expires_at > ${now + OVER_MS}`,
      tell: (count) => ({
        text: `${count} reservations of verifications that have ended are not given back`,
        mend: 'within a minute',
      }),
    },
    {
      sql: `select count(*) as count from lists
        where state = 'uploading' and created_at < ${before}`,
      tell: (count) => ({ text: `${count} uploads were cut off`, mend: 'within five minutes' }),
    },
  ];
}
