import { KEY_SCOPES, type KeyScope } from '../contract/key-scopes.ts';
import { type AuditedChange, COMMAND_LINE } from '../service/people/records.ts';
import type { KeyStore } from '../service/ports.ts';
import type { KeyRecord, NewKey, Team } from '../service/records.ts';
import type { KeyAndTeam } from './database-parts.ts';
import { writeAudit } from './people.ts';
import type { Db, KeyRow } from './tables.ts';
import { inTransaction, lockTeam } from './transaction.ts';

/** Keys of all teams, for authentication and the command line. */
export function keyStore(
  db: Db,
  findByHash: (hash: string) => Promise<KeyAndTeam | undefined>,
): KeyStore {
  return {
    createFirst: (key) =>
      inTransaction(db, async (trx) => {
        await lockTeam(trx, key.teamId);
        const any = await trx.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
        if (any) return false;
        await insertKey(trx, key, { actor: COMMAND_LINE, at: key.createdAt });
        return true;
      }),
    findByHash,
    async markUsed(id, at) {
      await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
    },
    async list(teamId) {
      const all = keys(db).orderBy('api_keys.created_at').orderBy('api_keys.id');
      const rows = await (teamId === undefined ? all : all.where('team_id', '=', teamId)).execute();
      return rows.map(toKey);
    },
    revoke: (id, at) => revokeKey(db, { id }, { actor: COMMAND_LINE, at }),
  };
}

function keys(db: Db) {
  return db
    .selectFrom('api_keys')
    .innerJoin('teams', 'teams.id', 'api_keys.team_id')
    .selectAll('api_keys')
    .select('teams.name as team_name');
}

/** Lists a team's keys, newest first. */
export async function listTeamKeys(db: Db, teamId: string): Promise<KeyRecord[]> {
  const rows = await keys(db)
    .where('team_id', '=', teamId)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();
  return rows.map(toKey);
}

export async function insertKey(trx: Db, key: NewKey, change: AuditedChange): Promise<void> {
  await trx.insertInto('api_keys').values(toColumns(key, change)).execute();
  await writeKeyAudit(trx, key, { action: 'key_created', change });
}

/** Revokes a key, with `teamId` only of that team. A key that is already revoked keeps its date. */
export function revokeKey(
  db: Db,
  { id, teamId }: { id: string; teamId?: string },
  change: AuditedChange,
): Promise<KeyRecord | undefined> {
  return inTransaction(db, async (trx) => {
    const found = keys(trx).where('api_keys.id', '=', id).forUpdate('api_keys');
    const row = await found.executeTakeFirst();
    if (!row || (teamId !== undefined && row.team_id !== teamId)) return undefined;
    const key = toKey(row);
    if (key.revokedAt !== null) return key;
    await markRevoked(trx, key, change);
    return { ...key, revokedAt: change.at };
  });
}

/** Revokes the keys that a person created: all, or with `scopes` those that have any other. */
export async function revokeKeysOf(
  trx: Db,
  { teamId, createdBy, scopes = [] }: KeysOfPerson,
  change: AuditedChange,
): Promise<void> {
  const isKept = (key: KeyRecord) => key.scopes.every((scope) => scopes.includes(scope));
  const own = (await listTeamKeys(trx, teamId)).filter((key) => key.createdBy === createdBy);
  for (const key of own.filter((one) => one.revokedAt === null && !isKept(one))) {
    await markRevoked(trx, key, change);
  }
}

interface KeysOfPerson {
  readonly teamId: string;
  readonly createdBy: string;
  readonly scopes?: readonly KeyScope[];
}

async function markRevoked(trx: Db, key: KeyRecord, change: AuditedChange): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: change.at })
    .where('id', '=', key.id)
    .execute();
  await writeKeyAudit(trx, key, { action: 'key_revoked', change });
}

interface KeyChange {
  readonly action: 'key_created' | 'key_revoked';
  readonly change: AuditedChange;
}

async function writeKeyAudit(
  trx: Db,
  { teamId, label, lastFour }: NewKey,
  { action, change }: KeyChange,
): Promise<void> {
  const subject = label ? `${label} (…${lastFour})` : `…${lastFour}`;
  await writeAudit(trx, { teamId, action, subject }, change);
}

function toColumns(key: NewKey, { actor }: AuditedChange): KeyRow {
  return {
    id: key.id,
    team_id: key.teamId,
    label: key.label,
    hash: key.hash,
    last_four: key.lastFour,
    created_at: key.createdAt,
    last_used_at: null,
    revoked_at: null,
    scopes: key.scopes?.join(',') ?? null,
    expires_at: key.expiresAt ?? null,
    created_by: actor,
  };
}

export function toKey(row: KeyRow & { team_name: string }): KeyRecord {
  return {
    id: row.id,
    teamId: row.team_id,
    teamName: row.team_name,
    label: row.label,
    hash: row.hash,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    scopes: parseScopes(row.scopes),
    expiresAt: row.expires_at,
    createdBy: row.created_by,
  };
}

/** What is no known scope permits nothing: the row may come from a newer version. */
function parseScopes(text: string | null): readonly KeyScope[] {
  if (text === null) return KEY_SCOPES;
  const stored = text.split(',');
  return KEY_SCOPES.filter((scope) => stored.includes(scope));
}

export type KeyWithTeam = KeyRow & { team_name: string; team_quota: number | null };

export function toKeyAndTeam(row: KeyWithTeam): { key: KeyRecord; team: Team } {
  const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
  return { key: toKey(row), team };
}
