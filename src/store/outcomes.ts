import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { domainOf } from '../lib/address-parts.ts';
import { secureToken } from '../lib/secure-token.ts';
import { sha256 } from '../lib/sha256.ts';
import type {
  NewOutcome,
  OutcomeProofs,
  OutcomeStore,
  ProviderAddress,
  ProviderAddresses,
  StoredOutcome,
  StoredProof,
} from '../service/outcomes/records.ts';
import type { VerifierMemory } from '../service/ports.ts';
import type { DatabaseParts, GivenColumn, Row } from './database-parts.ts';
import { acceptanceCounter, bouncedDomainCounter, domainCounter } from './domain-outcomes.ts';
import { remembered } from './remembered.ts';
import { readResult, resultOf, resultsJoin } from './results.ts';
import { MAILBOX } from './rows.ts';
import type { Db, OutcomeRow, ProviderAddressRow } from './tables.ts';

/** A team's outcomes. Every statement is limited to the team. */
export function outcomeStore(parts: OutcomeParts, teamId: string): OutcomeStore {
  const { db, readAside, hashes } = parts;
  const empty = remembered(async () => !(await hasAny(db, teamId)));
  const countAccepted = acceptanceCounter(parts, teamId);
  return {
    isEmpty: () => empty.get(),
    isKnownEmpty: () => empty.known() === true,
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

async function hasAny(db: Db, teamId: string): Promise<boolean> {
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
    from verifications ${sql.raw(resultsJoin('verifications'))}
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

/** What statements about outcomes need. */
interface OutcomeParts extends DatabaseParts {
  readonly hashes: () => Promise<HashAddress>;
}

/** Outcomes that are held at most: some 60 MB. */
const MOST_OUTCOMES = 200_000;
/** Rows that a query returns at most: they are there twice, in their thread as well. */
const PAGE = 5000;
/** Longer replies are cut: they are counted by their text, and shown. */
const REPLY_LENGTH = 200;

interface WantedProofs {
  readonly teamId: string;
  readonly since: number;
}

/** By address; the address itself is hashed where its domain has outcomes. */
async function loadProofs(
  { readAside, hashes }: OutcomeParts,
  wanted: WantedProofs,
): Promise<OutcomeProofs> {
  const byAddress = new Map<string, StoredProof[]>();
  const domains = new Set<string>();
  // Many outcomes have the same words.
  const replies = new Map<string, string>();
  let after: Row | undefined;
  for (let read = 0; read < MOST_OUTCOMES; read += PAGE) {
    const rows = await readAside(page(wanted, after));
    for (const row of rows) {
      const proof = toProof(row, replies);
      const address = String(row.address);
      const known = byAddress.get(address);
      if (known) known.push(proof);
      else byAddress.set(address, [proof]);
      domains.add(String(row.domain));
    }
    after = rows.at(-1);
    if (rows.length < PAGE) break;
  }
  const hash = domains.size === 0 ? () => '' : await hashes();
  return {
    find(entry) {
      if (!domains.has(domainOf(entry))) return [];
      return (byAddress.get(hash(entry)) ?? []).toSorted((one, other) => one.at - other.at);
    },
  };
}

/** Newest first. */
function page({ teamId, since }: WantedProofs, after: Row | undefined) {
  const { learned_at, address, fingerprint } = after ?? {};
  const isBehind = after
    ? sql`(learned_at, address, fingerprint) < (${learned_at}, ${address}, ${fingerprint})`
    : sql`true`;
  return sql<Row>`select address, fingerprint, domain, proof, at, learned_at,
      substr(reply, 1, ${REPLY_LENGTH}) as reply
    from outcomes where team_id = ${teamId} and learned_at >= ${since} and proof <> 'none'
      and ${isBehind}
    order by learned_at desc, address desc, fingerprint desc limit ${PAGE}`;
}

function toProof(row: Row, replies: Map<string, string>): StoredProof {
  const { proof, at, learned_at } = row;
  const reply = typeof row.reply === 'string' ? row.reply : '';
  const kept = replies.get(reply) ?? reply;
  replies.set(kept, kept);
  return {
    proof: proof === 'there' ? 'there' : 'gone',
    at: Number(at ?? learned_at),
    isDated: at !== null,
    reply: kept,
  };
}

/** Hashes an address with the key of the installation: without the key nobody can try addresses. */
export type HashAddress = (entry: string) => string;

/** Of the secret that holds it. */
export const KEY_NAME = 'outcome-addresses';
const KEY_LENGTH = 43;

/** The key is made with the first outcome, and read once. */
export function addressHashes(memory: Pick<VerifierMemory, 'secret'>): () => Promise<HashAddress> {
  let found: Promise<HashAddress> | undefined;
  return () => {
    found ??= memory.secret(KEY_NAME, secureToken(KEY_LENGTH)).then(
      (key) => (entry: string) => createHmac('sha256', key).update(entry).digest('base64url'),
      (error: unknown) => {
        found = undefined;
        throw error;
      },
    );
    return found;
  };
}

export function providerAddresses(db: Db): ProviderAddresses {
  const table = () => db.selectFrom('provider_addresses').selectAll();
  return {
    list: async (teamId) =>
      (await table().where('team_id', '=', teamId).orderBy('provider').execute()).map(toAddress),
    async find(provider, tokenHash) {
      const query = table().where('token_hash', '=', tokenHash).where('provider', '=', provider);
      const row = await query.executeTakeFirst();
      return row && toAddress(row);
    },
    async renew({ teamId, provider, tokenHash, createdAt }) {
      const token = { token_hash: tokenHash, created_at: createdAt };
      const row = { team_id: teamId, provider, ...token };
      await db
        .insertInto('provider_addresses')
        .values({ ...row, signing_key: null, reported_at: null, outcomes: 0 })
        .onConflict((conflict) => conflict.columns(['team_id', 'provider']).doUpdateSet(token))
        .execute();
    },
    async setKey(teamId, provider, signingKey) {
      const { numUpdatedRows } = await db
        .updateTable('provider_addresses')
        .set({ signing_key: signingKey })
        .where('team_id', '=', teamId)
        .where('provider', '=', provider)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async noteReport({ teamId, provider }, { at, outcomes }) {
      await db
        .updateTable('provider_addresses')
        .set({ reported_at: at, outcomes: sql`outcomes + ${outcomes}` })
        .where('team_id', '=', teamId)
        .where('provider', '=', provider)
        .execute();
    },
  };
}

function toAddress(row: ProviderAddressRow): ProviderAddress {
  const { team_id: teamId, provider, signing_key: signingKey, outcomes } = row;
  const { created_at: createdAt, reported_at: reportedAt } = row;
  return { teamId, provider, signingKey, createdAt, reportedAt, outcomes };
}
