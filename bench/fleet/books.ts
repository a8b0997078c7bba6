/** What the database says in the end, compared with what was accepted. */
import pg from 'pg';

/** What the services said that they took. */
export interface Ledger {
  /** Addresses of each accepted batch. */
  readonly batches: Map<string, readonly string[]>;
  readonly cancelled: Set<string>;
  /** Nobody answered whether they were. */
  readonly perhapsCancelled: Set<string>;
}

interface EntryRow {
  readonly batch_id: string;
  readonly email: string;
  readonly status: string;
}

export async function findFaults(database: string, ledger: Ledger): Promise<string[]> {
  return withClient(database, async (client) => {
    const all = async <Row extends pg.QueryResultRow>(sql: string) =>
      (await client.query<Row>(sql)).rows;
    const entries = await all<EntryRow>(
      'select batch_id, email, status from entries order by batch_id, position',
    );
    const batches = await all<{ id: string; status: string; processed: string }>(
      'select id, status, processed_count as processed from batches',
    );
    const states = new Map(batches.map((row) => [row.id, row]));
    const byBatch = Map.groupBy(entries, ({ batch_id }) => batch_id);
    const faults = [...ledger.batches].flatMap(([id, emails]) =>
      batchFaults({ id, emails, state: states.get(id), rows: byBatch.get(id) ?? [] }, ledger),
    );
    const verified = entries.filter(({ status }) => status === 'verified').length;
    const [books] = await all<Record<string, string>>(BOOKS);
    return [...faults, ...bookFaults(books ?? {}, verified)];
  });
}

interface BatchCheck {
  readonly id: string;
  readonly emails: readonly string[];
  readonly state: { readonly status: string; readonly processed: string } | undefined;
  readonly rows: readonly EntryRow[];
}

function batchFaults({ id, emails, state, rows }: BatchCheck, ledger: Ledger): string[] {
  if (!state) return [`the accepted batch ${id} is gone`];
  const faults: string[] = [];
  const verified = rows.filter(({ status }) => status === 'verified').length;
  if (rows.map(({ email }) => email).join() !== emails.join())
    faults.push(`${id}: other addresses`);
  if (verified !== Number(state.processed)) {
    faults.push(`${id} has ${verified} results and counts ${state.processed}`);
  }
  const wanted = ledger.cancelled.has(id) ? 'cancelled' : 'completed';
  const isPossible = state.status === 'cancelled' && ledger.perhapsCancelled.has(id);
  if (state.status !== wanted && !isPossible) {
    faults.push(`${id} is ${state.status}, not ${wanted}`);
  }
  if (state.status === 'completed' && verified !== emails.length) {
    faults.push(`the completed ${id} has ${verified} of ${emails.length} results`);
  }
  return faults;
}

const BOOKS = `
  select (select count(*) from verifications where batch_id is not null) as history,
    (select count(distinct email) from verifications where batch_id is not null)
      as distinct_history,
    (select coalesce(sum(used), 0) from usage) as used,
    (select count(*) from mailvet_jobs.job where data ? 'batch') as parts,
    (select count(*) from session_slots where holder <> ''
      and expires_at > extract(epoch from clock_timestamp()) * 1000) as slots`;

function bookFaults(books: Record<string, string>, verified: number): string[] {
  const number = (name: string) => Number(books[name]);
  const faults: string[] = [];
  if (number('history') !== verified) {
    faults.push(`${verified} results, ${number('history')} in the history`);
  }
  if (number('distinct_history') !== number('history')) faults.push('an address is there twice');
  if (number('used') !== verified) faults.push(`${verified} results, ${number('used')} charged`);
  if (number('parts') > 0) faults.push(`${number('parts')} parts are left`);
  if (number('slots') > 0) faults.push(`${number('slots')} places at providers are held`);
  return faults;
}

export async function openBatches(database: string): Promise<number> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ open: string }>(
      "select count(*) as open from batches where status in ('pending', 'processing')",
    );
    return Number(rows[0]?.open);
  });
}

export async function withClient<T>(
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database });
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}
