import { sql } from 'kysely';
import { REASONS, VERDICTS } from '../contract/verdict.ts';
import type { ImportedResult, LedgerStore, RepeatedLooks } from '../service/ledger/records.ts';
import type { DatabaseParts, GivenColumn, Row } from './database-parts.ts';
import { readResult } from './results.ts';
import { MAILBOX } from './rows.ts';
import type { ImportRow } from './tables.ts';

/** What a team knows of addresses. Every statement is limited to the team. */
export function ledgerStore(parts: DatabaseParts, teamId: string): LedgerStore {
  const { readAside, textSets, findByMailbox, damage } = parts;
  return {
    async last(mailboxes) {
      if (mailboxes.length === 0) return new Map();
      const isOfThese = await findByMailbox(teamId, mailboxes);
      const rows = await readAside(sql<Row>`
        select ${sql.raw(MAILBOX)} as mailbox, email, checked_at, results.text as result from (
          select verifications.*, row_number() over (
            partition by ${sql.raw(MAILBOX)} order by at desc, seq desc) as place
          from verifications where ${isOfThese}
        ) as ranked left join results on results.id = ranked.result_id
        where place = 1`);
      const found = rows.flatMap((row) => {
        const email = String(row.email);
        const result = readResult(row, email);
        if (!result) damage.report('verification');
        return result ? [[String(row.mailbox), { email, result }] as const] : [];
      });
      return new Map(found);
    },
    async imported(addresses) {
      if (addresses.length === 0) return [];
      const rows = await readAside(sql<Row>`select * from imports
        where team_id = ${teamId} and ${textSets.isAny('address', addresses)}
        order by address, source`);
      return rows.flatMap((row) => toImported(row) ?? []);
    },
    addImported: (results, importedAt) => addImported(parts, { teamId, results, importedAt }),
    async repeatedLooks(limit) {
      const rows = await readAside(sql<Row>`
        with latest as (
          select email, seq, result_id, checked_at
          from verifications where team_id = ${teamId} order by at desc, seq desc limit ${limit}
        ), pairs as (
          select result_id as after_id, checked_at,
            lag(result_id) over by_address as before_id,
            lag(checked_at) over by_address as checked_before
          from latest window by_address as (partition by email order by checked_at, seq)
        ), counted as (
          select before_id, after_id, count(*) as pairs, sum(checked_at - checked_before) as time
          from pairs where checked_at > checked_before group by before_id, after_id
        )
        select pairs, time, one.text as before_result, other.text as after_result from counted
        left join results as one on one.id = before_id
        left join results as other on other.id = after_id`);
      return rows.flatMap((row) => toLooks(row) ?? []);
    },
  };
}

function toImported(row: Row): ImportedResult | undefined {
  const { address, source, checked_at } = row;
  const verdict = VERDICTS.find((one) => one === row.verdict);
  if (!verdict) return undefined;
  return {
    address: String(address),
    source: String(source),
    verdict,
    reason: REASONS.find((one) => one === row.reason) ?? null,
    checkedAt: checked_at === null ? null : Number(checked_at),
  };
}

function toLooks(row: Row): RepeatedLooks | undefined {
  const before = readResult({ result: row.before_result, checked_at: 0 }, '');
  const after = readResult({ result: row.after_result, checked_at: 0 }, '');
  if (!before || !after) return undefined;
  return {
    provider: before.evidence.provider,
    before: before.reason,
    after: after.reason,
    pairs: Number(row.pairs),
    time: Number(row.time),
  };
}

interface NewImports {
  readonly teamId: string;
  readonly results: readonly ImportedResult[];
  readonly importedAt: number;
}

const COLUMNS: readonly GivenColumn<ImportRow>[] = [
  ['team_id', 'text', (row) => row.team_id],
  ['address', 'text', (row) => row.address],
  ['source', 'text', (row) => row.source],
  ['verdict', 'text', (row) => row.verdict],
  ['reason', 'text', (row) => row.reason],
  ['checked_at', 'bigint', (row) => row.checked_at],
  ['imported_at', 'bigint', (row) => row.imported_at],
];

/** In their order, so that two that add the same ones wait for each other in one direction. */
async function addImported(
  { db, givenRows }: DatabaseParts,
  { teamId, results, importedAt }: NewImports,
): Promise<number> {
  const rows = newestOf(results).map(({ address, source, verdict, reason, checkedAt }) => ({
    ...{ team_id: teamId, address, source, verdict, reason },
    ...{ checked_at: checkedAt, imported_at: importedAt },
  }));
  if (rows.length === 0) return 0;
  const names = sql.raw(COLUMNS.map(([name]) => name).join(', '));
  const { numAffectedRows } = await sql`
    insert into imports (${names}) select ${names} from ${givenRows(rows, COLUMNS)} where true
    on conflict (team_id, address, source) do update set
      verdict = excluded.verdict, reason = excluded.reason,
      checked_at = excluded.checked_at, imported_at = excluded.imported_at
    where coalesce(excluded.checked_at, 0) > coalesce(imports.checked_at, 0)
      or (coalesce(excluded.checked_at, 0) = coalesce(imports.checked_at, 0)
        and excluded.verdict <> imports.verdict)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** One for each address and source: a statement may change a row once. */
function newestOf(results: readonly ImportedResult[]): readonly ImportedResult[] {
  const byKey = new Map<string, ImportedResult>();
  for (const result of results) {
    const key = `${result.address}\n${result.source}`;
    const known = byKey.get(key);
    if (!known || (result.checkedAt ?? 0) >= (known.checkedAt ?? 0)) byKey.set(key, result);
  }
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}
