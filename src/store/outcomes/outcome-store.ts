import { type Kysely, sql } from 'kysely';
import { sha256 } from '../../lib/sha256.ts';
import type {
  NewOutcome,
  OutcomeStore,
  StoredOutcome,
} from '../../service/outcomes/outcome-ports.ts';
import type { GivenColumn, Row } from '../database-parts.ts';
import { joinResults, readResult, resultOf } from '../results/result-rows.ts';
import { MAILBOX } from '../rows.ts';
import { remembered } from '../suppressions/remembered.ts';
import type { Tables } from '../tables.ts';
import type { HashAddress } from './address-hash.ts';
import { acceptanceCounter, bouncedDomainCounter } from './bounced-domains.ts';
import { domainCounter } from './domain-outcomes.ts';
import type { OutcomeParts } from './outcome-parts.ts';
import { loadProofs } from './outcome-proofs.ts';
import type { OutcomeRow } from './outcome-row.ts';

/** A team's outcomes. Every statement is limited to the team. */
export function outcomeStore(parts: OutcomeParts, teamId: string): OutcomeStore {
  const { db, readAside, hashes } = parts;
  const empty = remembered(async () => !(await hasAny(db, teamId)));
  const countAccepted = acceptanceCounter(parts, teamId);
  return {
    isEmpty: () => empty.get(),
    async add(outcomes, learnedAt) {
      const hash = await hashes();
      const rows = outcomes.map((outcome) => toRow(outcome, { teamId, learnedAt, hash }));
      const added = await insert(parts, rows);
      empty.forget();
      return added;
    },
    async newestProofs(entries) {
      const hash = await hashes();
      const byHash = new Map(entries.map((entry) => [hash(entry), entry]));
      const rows = await newestProofs(parts, teamId, [...byHash.keys()]);
      return new Map(rows.map((row) => [byHash.get(String(row.address)) ?? '', toStored(row)]));
    },
    ofDomains: domainCounter(parts, teamId),
    proofs: (since) => loadProofs(parts, { teamId, since }),
    bouncedDomains: bouncedDomainCounter(parts, teamId),
    countAccepted,
    acceptedSince: (mailboxes, since) => acceptedSince(parts, { teamId, mailboxes, since }),
    latest: async (limit) =>
      (
        await readAside(sql<Row>`select * from outcomes where team_id = ${teamId}
          order by learned_at desc limit ${limit}`)
      ).map(toStored),
    async count() {
      const [row] = await readAside(
        sql<Row>`select count(*) as count from outcomes where team_id = ${teamId}`,
      );
      return Number(row?.count ?? 0);
    },
  };
}

async function hasAny(db: Kysely<Tables>, teamId: string): Promise<boolean> {
  const { rows } = await sql`select 1 as one from outcomes
    where team_id = ${teamId} order by learned_at limit 1`.execute(db);
  return rows.length > 0;
}

interface RowContext {
  readonly teamId: string;
  readonly learnedAt: number;
  readonly hash: HashAddress;
}

function toRow(outcome: NewOutcome, { teamId, learnedAt, hash }: RowContext): OutcomeRow {
  const { entry, domain, outcome: kind, proof, wasAccepted, source } = outcome;
  const { code, status, host, reply, at } = outcome;
  const said = [kind, code, status, host, reply, at, ...(outcome.isHint ? ['hint'] : [])];
  return {
    team_id: teamId,
    address: hash(entry),
    fingerprint: sha256(JSON.stringify(said)).slice(0, 32),
    ...{ domain, outcome: kind, proof, was_accepted: wasAccepted ? 1 : 0 },
    ...{ code, status, host, reply, at, source, learned_at: learnedAt },
  };
}

const COLUMNS: readonly GivenColumn<OutcomeRow>[] = [
  ['team_id', 'text', (row) => row.team_id],
  ['address', 'text', (row) => row.address],
  ['fingerprint', 'text', (row) => row.fingerprint],
  ['domain', 'text', (row) => row.domain],
  ['outcome', 'text', (row) => row.outcome],
  ['proof', 'text', (row) => row.proof],
  ['was_accepted', 'bigint', (row) => row.was_accepted],
  ['code', 'bigint', (row) => row.code],
  ['status', 'text', (row) => row.status],
  ['host', 'text', (row) => row.host],
  ['reply', 'text', (row) => row.reply],
  ['at', 'bigint', (row) => row.at],
  ['source', 'text', (row) => row.source],
  ['learned_at', 'bigint', (row) => row.learned_at],
];

/** In their order, so that two that add the same ones wait for each other in one direction. */
async function insert(
  { db, givenRows }: OutcomeParts,
  rows: readonly OutcomeRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const names = sql.raw(COLUMNS.map(([name]) => name).join(', '));
  const sorted = rows.toSorted((one, other) => (one.address < other.address ? -1 : 1));
  const { numAffectedRows } = await sql`
    insert into outcomes (${names}) select ${names} from ${givenRows(sorted, COLUMNS)} where true
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function newestProofs(
  { db, textSets }: OutcomeParts,
  teamId: string,
  addresses: readonly string[],
): Promise<readonly Row[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<Row>`select * from (
      select outcomes.*, row_number() over (
        partition by address order by coalesce(at, 0) desc, proof, learned_at desc) as place
      from outcomes where team_id = ${teamId} and proof <> 'none'
        and ${textSets.isAny('address', addresses)}
    ) as ranked where place = 1`.execute(db);
  return rows;
}

interface WantedAccepted {
  readonly teamId: string;
  readonly mailboxes: readonly string[];
  readonly since: number;
}

async function acceptedSince(
  { readAside, findByMailbox }: OutcomeParts,
  { teamId, mailboxes, since }: WantedAccepted,
): Promise<ReadonlySet<string>> {
  if (mailboxes.length === 0) return new Set();
  const isOfThese = await findByMailbox(teamId, mailboxes);
  const rows = await readAside(sql<Row>`select distinct ${sql.raw(MAILBOX)} as mailbox,
      ${sql.raw(resultOf('verifications'))}
    from verifications ${sql.raw(joinResults('verifications'))}
    where ${isOfThese} and at >= ${since}`);
  const accepted = rows.filter((row) => readResult(row, '')?.facts.deliverable);
  return new Set(accepted.map(({ mailbox }) => String(mailbox)));
}

const nullableNumber = (value: unknown) => (value === null ? null : Number(value));

function toStored(row: Row): StoredOutcome {
  const { domain, outcome, proof, status, host, reply, source } = row as unknown as OutcomeRow;
  return {
    ...{ domain, outcome, proof, status, host, reply, source },
    wasAccepted: Number(row.was_accepted) === 1,
    code: nullableNumber(row.code),
    at: nullableNumber(row.at),
    learnedAt: Number(row.learned_at),
  };
}
