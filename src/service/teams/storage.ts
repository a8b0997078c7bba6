import { type Message, message } from '../../i18n/message.ts';
import type { StorageContext, StoreContext } from '../ports.ts';
import { ServiceError } from '../service-error.ts';
import type { FreeRows, TeamBytes } from './records.ts';
import { findTeam } from './teams.ts';

/**
 * What a team may store. What costs nothing of the quota is bounded by it: batches of the sandbox and of cached
 * answers, and their history, in bytes; other rows in their number, by the same limit. A verification that was
 * charged brings the room that it takes, so that no team that pays for its verifications runs out.
 */

/** For a verification that was charged: its batch and history, and those of three cached answers. */
const ROOM_OF_CHARGED = 4000;
/** Batches of sandbox addresses alone: 60,000 addresses. They are deleted after a day. */
const SANDBOX_STORAGE = 30e6;
/** Each kind of other rows may have one for so many bytes of the limit: no row takes more. */
const ROW_BYTES = 1000;

/** A team's storage as its people and programs see it, in bytes. */
export interface TeamStorage {
  /** Batches with their results, and the history. */
  readonly used: number;
  /** Of `used`; null: unlimited. */
  readonly limit: number | null;
  /** Files of uploaded lists, which have a limit of their own. */
  readonly lists: number;
}

export async function getStorage(
  { store, teamStorage }: StorageContext,
  teamId: string,
): Promise<TeamStorage> {
  return toStorage(await store.storage(teamId).find(), teamStorage);
}

function toStorage(bytes: TeamBytes, teamStorage: number | undefined): TeamStorage {
  const { lists, batches, sandbox, history, charged, limit: own } = bytes;
  const used = batches + sandbox + history;
  if (teamStorage === undefined) return { used, limit: null, lists };
  return { used, limit: (own ?? teamStorage) + charged * ROOM_OF_CHARGED, lists };
}

/** What a team, by its name, has stored, and its own limit; null: that of the service. */
export async function teamStorage(
  context: StoreContext,
  name: string,
): Promise<{ readonly used: number; readonly lists: number; readonly ownLimit: number | null }> {
  const { id } = await findTeam(context, name);
  const bytes = await context.store.storage(id).find();
  const { used, lists } = toStorage(bytes, undefined);
  return { used, lists, ownLimit: bytes.limit };
}

/** In bytes; null: that of the service. Holds at once, for a running service too. */
export async function setTeamStorage(
  context: StoreContext,
  name: string,
  limit: number | null,
): Promise<void> {
  const team = await findTeam(context, name);
  await context.store.teams.setStorage(team.name, limit);
}

/** A batch that is to be created. */
interface WantedBatch {
  readonly isSandbox: boolean;
  readonly hasKey: boolean;
}

/** Why a team may not store it, as an error; undefined where it may. */
export async function batchRefusal(
  context: StorageContext,
  teamId: string,
  { isSandbox, hasKey }: WantedBatch,
): Promise<ServiceError | undefined> {
  const { store, teamStorage } = context;
  if (teamStorage === undefined) return undefined;
  const bytes = await store.storage(teamId).find();
  const { used, limit } = toStorage(bytes, teamStorage);
  if (limit !== null && used >= limit) return storageFull(used, limit);
  if (isSandbox && bytes.sandbox >= SANDBOX_STORAGE) return sandboxFull();
  // Its end is a message to each webhook.
  return rowsRefusal(context, teamId, hasKey ? ['messages', 'requests'] : ['messages']);
}

/** Rejects with `over_storage` where a team has as many rows as it may. May be exceeded by requests under way. */
export async function checkRows(
  context: StorageContext,
  teamId: string,
  wanted: readonly FreeRows[],
): Promise<void> {
  const refusal = await rowsRefusal(context, teamId, wanted);
  if (refusal) throw refusal;
}

async function rowsRefusal(
  { store, teamStorage }: StorageContext,
  teamId: string,
  wanted: readonly FreeRows[],
): Promise<ServiceError | undefined> {
  if (teamStorage === undefined) return undefined;
  const stored = store.storage(teamId);
  const { limit } = toStorage(await stored.recent(), teamStorage);
  const most = Math.floor((limit ?? teamStorage) / ROW_BYTES);
  for (const of of wanted) if ((await stored.rows(of, most)) >= most) return rowsFull(of, most);
  return undefined;
}

/**
 * Whether a verification that costs nothing is kept in the history. One of the sandbox is not where the history
 * is longer than what was charged and the sandbox's part explain.
 */
export async function hasRoom(
  { store, teamStorage }: StorageContext,
  teamId: string,
  { isSandbox = false } = {},
): Promise<boolean> {
  if (teamStorage === undefined) return true;
  const bytes = await store.storage(teamId).recent();
  const { used, limit } = toStorage(bytes, teamStorage);
  const ofSandbox = SANDBOX_STORAGE + bytes.charged * ROOM_OF_CHARGED;
  return (limit === null || used < limit) && !(isSandbox && bytes.history >= ofSandbox);
}

function storageFull(used: number, limit: number): ServiceError {
  return overStorage(
    message('errorTexts.storage_full', { used: { bytes: used }, limit: { bytes: limit } }),
  );
}

function sandboxFull(): ServiceError {
  return overStorage(message('errorTexts.sandbox_full', { size: { bytes: SANDBOX_STORAGE } }));
}

const MORE = 'ask the operator for more storage';
const ROWS: Readonly<Record<FreeRows, { readonly what: string; readonly next: string }>> = {
  suppressions: {
    what: 'entries in its suppression list',
    next: `remove some that are no longer needed, or ${MORE}`,
  },
  requests: {
    what: 'requests with an Idempotency-Key of the last 24 hours',
    next: 'send this request later, or without a key',
  },
  messages: {
    what: 'messages to webhooks',
    next: `delete a webhook that is no longer needed, or ${MORE}`,
  },
  audit: { what: 'lines in its audit log', next: MORE },
  outcomes: { what: 'outcomes of mail', next: MORE },
  imports: { what: 'results of other verifiers', next: MORE },
};

function rowsFull(of: FreeRows, most: number): ServiceError {
  const { what, next } = ROWS[of];
  const count = most.toLocaleString('en');
  return overStorage(`The team has ${count} ${what}, as many as its storage allows: ${next}`);
}

function overStorage(said: string | Message): ServiceError {
  return new ServiceError('over_storage', said);
}
