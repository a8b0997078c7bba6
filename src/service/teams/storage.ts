/**
 * What a team may store. What costs nothing of the quota is bounded by it: suppressions, batches of the
 * sandbox and of cached answers, requests with a key. A verification that was charged brings the room that it
 * takes, so that no team that pays for its verifications runs out.
 */
import { formatSize } from '../../lib/size.ts';
import type { ServiceContext } from '../ports.ts';
import { ServiceError } from '../service-error.ts';
import type { StoredBytes, TeamBytes } from './storage-ports.ts';
import { findTeam } from './teams.ts';

/** For a verification that was charged: its batch and history, and those of three cached answers. */
const ROOM_OF_CHARGED = 4000;
/** Batches of sandbox addresses alone: 60,000 addresses. They are deleted after a day. */
const SANDBOX_STORAGE = 30e6;
/** Requests with a key, which are kept for a day. */
const REQUEST_STORAGE = 100e6;
const REQUEST_OF_CHARGED = 1000;

type StorageContext = Pick<ServiceContext, 'store' | 'teamStorage'>;

/** A team's storage as its people and programs see it, in bytes. */
export interface TeamStorage {
  readonly used: number;
  /** Null: unlimited. */
  readonly limit: number | null;
  readonly stored: StoredBytes;
}

export async function getStorage(
  { store, teamStorage }: StorageContext,
  teamId: string,
): Promise<TeamStorage> {
  return toStorage(await store.storage(teamId).find(), teamStorage);
}

function toStorage(bytes: TeamBytes, teamStorage: number | undefined): TeamStorage {
  const { stored, charged, limit: own } = bytes;
  const used = Object.values(stored).reduce((sum, part) => sum + part, 0);
  if (teamStorage === undefined) return { used, limit: null, stored };
  return { used, limit: (own ?? teamStorage) + charged * ROOM_OF_CHARGED, stored };
}

/** What a team, by its name, has stored, and its own limit; null: that of the service. */
export async function teamStorage(
  context: Pick<ServiceContext, 'store'>,
  name: string,
): Promise<Pick<TeamStorage, 'used' | 'stored'> & { readonly ownLimit: number | null }> {
  const { id } = await findTeam(context, name);
  const bytes = await context.store.storage(id).find();
  const { used, stored } = toStorage(bytes, undefined);
  return { used, ownLimit: bytes.limit, stored };
}

/** In bytes; null: that of the service. Holds at once, for a running service too. */
export async function setTeamStorage(
  context: Pick<ServiceContext, 'store'>,
  name: string,
  limit: number | null,
): Promise<void> {
  const team = await findTeam(context, name);
  await context.store.teams.setStorage(team.name, limit);
}

/** What a request is about to store. */
export interface WantedStorage {
  readonly isSandbox?: boolean;
  readonly hasKey?: boolean;
}

/** Why a team may not store it, as an error; undefined where it may. */
export async function storageRefusal(
  { store, teamStorage }: StorageContext,
  teamId: string,
  { isSandbox = false, hasKey = false }: WantedStorage,
): Promise<ServiceError | undefined> {
  if (teamStorage === undefined) return undefined;
  const bytes = await store.storage(teamId).find();
  const { stored, charged } = bytes;
  const { used, limit } = toStorage(bytes, teamStorage);
  if (limit !== null && used >= limit) return storageFull(used, limit);
  if (isSandbox && stored.sandbox >= SANDBOX_STORAGE) return sandboxFull();
  const requests = REQUEST_STORAGE + charged * REQUEST_OF_CHARGED;
  if (hasKey && stored.requests >= requests) return requestsFull(requests);
  return undefined;
}

/** Rejects with `over_storage`. May be exceeded by the requests that are under way at once. */
export async function checkStorage(
  context: StorageContext,
  teamId: string,
  wanted: WantedStorage = {},
): Promise<void> {
  const refusal = await storageRefusal(context, teamId, wanted);
  if (refusal) throw refusal;
}

/**
 * Whether a verification that costs nothing is kept in the history. One of the sandbox is not where the history
 * is longer than what was charged and the sandbox's part explain.
 */
export async function hasRoom(
  { store, teamStorage }: StorageContext,
  teamId: string,
  { isSandbox = false }: Pick<WantedStorage, 'isSandbox'> = {},
): Promise<boolean> {
  if (teamStorage === undefined) return true;
  const bytes = await store.storage(teamId).recent();
  const { used, limit } = toStorage(bytes, teamStorage);
  const { stored, charged } = bytes;
  const ofSandbox = SANDBOX_STORAGE + charged * ROOM_OF_CHARGED;
  return (limit === null || used < limit) && !(isSandbox && stored.history >= ofSandbox);
}

function storageFull(used: number, limit: number): ServiceError {
  return overStorage(
    `The team's storage is full (${formatSize(used)} of ${formatSize(limit)}): delete batches or suppressions that are no longer needed, or ask the operator for more`,
  );
}

function sandboxFull(): ServiceError {
  return overStorage(
    `The sandbox keeps ${formatSize(SANDBOX_STORAGE)} of a team's batches for 24 hours, which are used up: delete some of them, or wait`,
  );
}

function requestsFull(limit: number): ServiceError {
  return overStorage(
    `Idempotency-Keys of the last 24 hours take all of their ${formatSize(limit)}: send this request later, or without a key`,
  );
}

function overStorage(message: string): ServiceError {
  return new ServiceError('over_storage', message);
}
