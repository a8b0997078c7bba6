/** What must hold between rows, on both databases, and what sweeps mend. */

import { OUTCOMES } from '../contract/outcomes.ts';
import { PROVIDERS } from '../service/outcomes/records.ts';
import { ALL_COUNTED, selectCoarse, selectFine } from './block-counts.ts';
import { KEY_NAME } from './outcomes.ts';
import { MISCOUNTED } from './storage.ts';

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

/** What `admin check` looks for, and what it finds. */

/** Something that is wrong with a database. */
export interface Problem {
  /** A sentence. */
  readonly text: string;
  /** How a running service mends it; absent: it does not. */
  readonly mend?: string | undefined;
  /** It is worth knowing, and no fault of the database. */
  readonly isNote?: true;
}

/** What a check of a database finds. */
export interface Checked {
  readonly problems: readonly Problem[];
  /** Ids of the uploaded lists that have files; undefined where they can't be read. */
  readonly lists: ReadonlySet<string> | undefined;
  /** Where they are, as ListFolderIds has it; undefined where that can't be read, too. */
  readonly place: string | undefined;
}

/** Rows that break a rule. */
export interface Check {
  /** One statement with one column, `count`: 0 where all is as it should be. */
  readonly sql: string;
  readonly tell: (count: number) => Problem;
}

const BLOCKS: readonly Check[] = ALL_COUNTED.flatMap((counted) =>
  (
    [
      [counted.fine, selectFine(counted)],
      [counted.coarse, selectCoarse(counted)],
    ] as const
  ).map(([size, expected]) =>
    toCheck(
      `counts of ${counted.table} in blocks of ${size} (${counted.name})`,
      differences(
        expected,
        `select team_id, counted, size, start, count from block_counts
         where counted = '${counted.name}' and size = ${size}`,
      ),
    ),
  ),
);

/** Find counts that do not match the rows. */
const MISCOUNTS: readonly Check[] = [
  ...BLOCKS,
  toCheck('sums of stored bytes', `select count(*) as count from (${MISCOUNTED}) as wrong`),
];

function toCheck(what: string, sql: string): Check {
  return { sql, tell: () => ({ text: `the ${what} do not match the rows` }) };
}

/** SQLite has no parentheses around parts of a compound select. */
function differences(expected: string, found: string): string {
  return `select count(*) as count from (
    select * from (select * from (${expected}) as e1 except select * from (${found}) as f1) as missing
    union all
    select * from (select * from (${found}) as f2 except select * from (${expected}) as e2) as surplus
  ) as differing`;
}

/** Clocks of several machines differ. */
const TOLERANCE_MS = 5 * 60_000;
/** A keyed hash of 256 bits in base64url. */
const HASH_LENGTH = 43;

/** What must hold of outcomes. That each has its team is a foreign key. */
function outcomeChecks(now: number): readonly Check[] {
  const latest = now + TOLERANCE_MS;
  return [
    {
      sql: `select count(*) as count from outcomes
        where at > ${latest} or learned_at > ${latest} or at < 0 or learned_at < 0`,
      tell: (count) => ({
        text: `${count} outcomes have a time that can't be: it is to come, or before 1970`,
      }),
    },
    {
      sql: `select count(*) as count from outcomes
        where outcome not in (${words(OUTCOMES)}) or not (${PROOF_FITS})`,
      tell: (count) => ({ text: `${count} outcomes prove something else than they say` }),
    },
    {
      sql: `select count(*) as count from outcomes
        where length(address) <> ${HASH_LENGTH} or address like '%@%' or domain = '' or domain like '%@%'`,
      tell: (count) => ({ text: `${count} outcomes have no hash of an address, or no domain` }),
    },
    {
      sql: `select count(*) as count from outcomes
        where not exists (select 1 from verifier_secrets where name = '${KEY_NAME}')`,
      tell: (count) => ({
        text: `${count} outcomes count for no address: the key that their addresses are hashed with is missing`,
      }),
    },
    {
      sql: `select count(*) as count from provider_addresses
        where provider not in (${words(PROVIDERS)}) or reported_at > ${latest} or created_at > ${latest}`,
      tell: (count) => ({
        text: `${count} addresses for reports of providers have an unknown provider, or a time to come`,
      }),
    },
  ];
}

/** As `proofOf` decides; an export's class of a hard bounce is undecided, and still proves it; a hint proves nothing. */
const PROOF_FITS = `(proof = 'gone' and outcome in ('no_mailbox', 'disabled', 'undecided'))
  or (proof = 'there' and outcome = 'delivered')
  or proof = 'none'`;

function words(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
