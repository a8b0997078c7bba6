import { existsSync } from 'node:fs';
import { MailvetError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { listFolder } from '../lib/database-name.ts';
import { secureToken } from '../lib/secure-token.ts';
import { openPasswordLink } from '../service/change-password.ts';
import { type ForgottenCounts, forgetAddress } from '../service/forget-address.ts';
import { invitePerson } from '../service/invitations.ts';
import { createKey, listKeys, revokeKey } from '../service/keys.ts';
import type { ListFiles } from '../service/list-files.ts';
import { COMMAND_LINE, type Role } from '../service/people-ports.ts';
import type { ServiceContext, Store } from '../service/ports.ts';
import type { KeyLimits, KeyRecord, TeamUsage } from '../service/records.ts';
import { replayStored, type StoreReplay } from '../service/replay.ts';
import { PeopleError } from '../service/service-error.ts';
import { getStorage } from '../service/storage.ts';
import type { StoredBytes } from '../service/storage-ports.ts';
import { createTeam, findTeam, listTeams, setQuota } from '../service/teams.ts';
import type { JsonSetting } from '../settings/setting.ts';
import { createSuppressionAdmin, type SuppressionAdmin } from './suppression-admin.ts';
import { createWebhookAdmin, type WebhookAdmin } from './webhook-admin.ts';

/** A team as `mailvet admin` shows it. */
export interface TeamInfo {
  readonly id: string;
  readonly name: string;
  /** Verifications a month (UTC); null: unlimited. */
  readonly quota: number | null;
  /** Verifications charged or reserved in this month. */
  readonly used: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What a team has stored, in bytes. */
export interface TeamStorageInfo {
  readonly team: string;
  readonly used: number;
  /** What it may store beside the room of its charged verifications; null: as the service has it. */
  readonly ownLimit: number | null;
  readonly stored: StoredBytes;
}

/** A key as `mailvet admin` shows it, without the key itself. */
export interface KeyInfo {
  readonly id: string;
  /** Name of the team. */
  readonly team: string;
  readonly label: string | null;
  readonly lastFour: string;
  /** ISO 8601, UTC, as are the next two. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** What it may be used for: `verify`, `read`, `manage`. */
  readonly scopes: readonly string[];
  /** ISO 8601, UTC; null: it does not expire. */
  readonly expiresAt: string | null;
}

interface CreatedKey extends KeyInfo {
  /** The key itself. It is stored nowhere: a lost key is replaced by another. */
  readonly key: string;
}

/** A link that works once. */
interface LinkInfo {
  readonly email: string;
  /** Path and query. */
  readonly path: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}

/**
 * Teams, quotas and keys of one database. Rejects with MailvetError `input` for an unknown team or
 * key.
 */
export interface Admin {
  /** `quota` null: unlimited. */
  createTeam(name: string, quota: number | null): Promise<TeamInfo>;
  listTeams(): Promise<TeamInfo[]>;
  setQuota(team: string, quota: number | null): Promise<TeamInfo>;
  storage(team: string): Promise<TeamStorageInfo>;
  /** In bytes; null: as the service has it. Holds at once, for a running service too. */
  setStorage(team: string, limit: number | null): Promise<void>;
  createKey(team: string, label: string | null, limits?: Partial<KeyLimits>): Promise<CreatedKey>;
  /** Of one team, or of all; oldest first, revoked ones included. */
  listKeys(team?: string): Promise<KeyInfo[]>;
  /** Revoked at once, also for a running service; a key revoked before keeps its first date. */
  revokeKey(id: string): Promise<KeyInfo>;
  /** Invites a person to the team's dashboard. Rejects with `input` for a person of the team. */
  invite(team: string, email: string, role: Role): Promise<LinkInfo>;
  /**
   * A link to choose a new password. Rejects with `input` when no person has the
   * address.
   */
  resetPassword(email: string): Promise<LinkInfo>;
  /**
   * Copies the database to a new file, and the lists to a folder beside it; returns how many lists.
   * Rejects with `input` when there is such a file.
   */
  backup(path: string): Promise<number>;
  /** Erases an address from history, cache, batches and lists of all teams. */
  forget(address: string): Promise<ForgottenCounts>;
  /** Judges all that is stored again, by a file of providers beside the table; see `replayStored`. */
  replay(
    options: Parameters<typeof replayStored>[1] & { readonly providers: JsonSetting | undefined },
  ): Promise<StoreReplay>;
  readonly webhooks: WebhookAdmin;
  readonly suppressions: SuppressionAdmin;
  close(): Promise<void>;
}

/** Administers the database that is open as `store`, with the files of its lists in a folder. */
export function createAdmin(store: Store, lists: string, clock: Clock): Admin {
  const context = { store, clock, token: secureToken };
  return {
    createTeam: async (name, quota) => teamInfo(await createTeam(context, name, quota)),
    listTeams: async () => (await listTeams(context)).map(teamInfo),
    setQuota: async (team, quota) => teamInfo(await setQuota(context, team, quota)),
    storage: (team) => storageInfo(context, team),
    async setStorage(team, limit) {
      const { name } = await findTeam(context, team);
      await store.teams.setStorage(name, limit);
    },
    async createKey(team, label, limits) {
      const owner = await findTeam(context, team);
      const request = { ...limits, label: label ?? '', actor: COMMAND_LINE };
      const created = await refusalsAsInput(() => createKey(context, owner, request));
      return { ...keyInfo(created), key: created.key };
    },
    listKeys: async (team) => (await listKeys(context, team)).map(keyInfo),
    revokeKey: async (id) => keyInfo(await revokeKey(context, id)),
    invite: async (team, email, role) => invite(context, { team, email, role }),
    resetPassword: (email) => resetPassword(context, email),
    backup: (path) => backUp(store, lists, path),
    forget: (address) => withListFiles(lists, (files) => forgetAddress({ store, files }, address)),
    async replay({ providers, ...options }) {
      const { loadRejudge } = await import('./replay.ts');
      const rejudge = await loadRejudge(providers);
      return withListFiles(lists, (files) =>
        replayStored({ store, clock, files, rejudge }, options),
      );
    },
    webhooks: createWebhookAdmin(context),
    suppressions: createSuppressionAdmin(context),
    close: () => store.close(),
  };
}

async function storageInfo(
  context: Pick<ServiceContext, 'store'>,
  team: string,
): Promise<TeamStorageInfo> {
  const { id } = await findTeam(context, team);
  const { used, stored } = await getStorage(context, id);
  const { limit } = await context.store.storage(id).find();
  return { team, used, ownLimit: limit, stored };
}

/** First the database: what its lists have beyond it is collected again, the reverse would be lost. */
async function backUp(store: Store, lists: string, path: string): Promise<number> {
  const { checkCopyPlace, copyLists } = await import('../listfiles/copy-lists.ts');
  checkCopyPlace(listFolder(path));
  await store.backup(path);
  return copyLists(lists, listFolder(path));
}

/** With the files of lists, where there are any. */
async function withListFiles<T>(
  folder: string,
  work: (files: ListFiles | undefined) => Promise<T>,
): Promise<T> {
  if (!existsSync(folder)) return work(undefined);
  const { openListFiles } = await import('../listfiles/open-list-files.ts');
  const files = openListFiles(folder, new AbortController().signal);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

type LinkContext = Pick<ServiceContext, 'store' | 'clock' | 'token'>;

interface InviteRequest {
  readonly team: string;
  readonly email: string;
  readonly role: Role;
}

async function invite(context: LinkContext, { team, ...wanted }: InviteRequest): Promise<LinkInfo> {
  const inviter = { teamId: (await findTeam(context, team)).id, actor: COMMAND_LINE };
  const { email, secret, expiresAt } = await refusalsAsInput(() =>
    invitePerson(context, inviter, wanted),
  );
  return { email, path: `/invitation?token=${secret}`, expiresAt: isoTime(expiresAt) };
}

async function resetPassword(context: LinkContext, address: string): Promise<LinkInfo> {
  const { email, secret, expiresAt } = await refusalsAsInput(() =>
    openPasswordLink(context, address),
  );
  return { email, path: `/reset-password?token=${secret}`, expiresAt: isoTime(expiresAt) };
}

async function refusalsAsInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PeopleError) throw new MailvetError('input', error.message);
    throw error;
  }
}

function teamInfo({ id, name, quota, used, createdAt }: TeamUsage): TeamInfo {
  return { id, name, quota, used, createdAt: isoTime(createdAt) };
}

function keyInfo({ id, teamName, label, lastFour, scopes, ...times }: KeyRecord): KeyInfo {
  return {
    id,
    team: teamName,
    label,
    lastFour,
    createdAt: isoTime(times.createdAt),
    lastUsedAt: isoOrNull(times.lastUsedAt),
    revokedAt: isoOrNull(times.revokedAt),
    scopes,
    expiresAt: isoOrNull(times.expiresAt),
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
