import { hash } from 'node:crypto';
import { MailvetError } from '../errors.ts';
import { safeLine } from '../lib/safe-text.ts';
import { changeBy } from './people.ts';
import type { Identity } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import type { KeyRecord, NewKey } from './records.ts';
import { notFound, PeopleError } from './service-error.ts';
import { findTeam } from './teams.ts';

/** `mv_` and 40 URL-safe characters: 240 bits, so that a plain SHA-256 is as good as a slow hash. */
const PREFIX = 'mv_';
const TOKEN_LENGTH = 40;

export interface MintedKey {
  /** Shown once, stored nowhere. */
  readonly key: string;
  readonly record: NewKey;
}

export interface KeyOwner {
  readonly teamId: string;
  readonly label: string | null;
}

export function mintKey(
  { clock, token }: Pick<ServiceContext, 'clock' | 'token'>,
  { teamId, label }: KeyOwner,
): MintedKey {
  const key = newKey(token);
  const id = `key_${token(12)}`;
  const record = { id, teamId, label, hash: hashKey(key), createdAt: clock.now() };
  return { key, record: { ...record, lastFour: key.slice(-4) } };
}

export function newKey(token: ServiceContext['token']): string {
  return PREFIX + token(TOKEN_LENGTH);
}

/** SHA-256 in hexadecimal: all that is stored of a key. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

export interface CreatedKeyRecord extends KeyRecord {
  /** The key itself: shown once. */
  readonly key: string;
}

/** Rejects with `input` for an unknown team. */
export async function createKey(
  context: Pick<ServiceContext, 'store' | 'clock' | 'token'>,
  teamName: string,
  label: string | null,
): Promise<CreatedKeyRecord> {
  const team = await findTeam(context, teamName);
  const { key, record } = mintKey(context, { teamId: team.id, label });
  await context.store.keys.create(record);
  return { ...record, key, teamName, lastUsedAt: null, revokedAt: null };
}

const LONGEST_LABEL = 64;

/** The team's keys, newest first, revoked ones included. */
export function teamKeys(
  { store }: Pick<ServiceContext, 'store'>,
  { team }: Identity,
): Promise<KeyRecord[]> {
  return store.members(team.id).keys();
}

/** Returns the key itself: shown once. Rejects with `refused` for a label that is too long. */
export async function createTeamKey(
  context: Pick<ServiceContext, 'store' | 'clock' | 'token'>,
  identity: Identity,
  label: string,
): Promise<string> {
  const text = safeLine(label);
  if (text.length > LONGEST_LABEL) {
    throw new PeopleError('refused', `A label has at most ${LONGEST_LABEL} characters`);
  }
  const teamId = identity.team.id;
  const { key, record } = mintKey(context, { teamId, label: text || null });
  await context.store.members(teamId).createKey(record, changeBy(context, identity));
  return key;
}

/** At once, on every node. Rejects with `not_found`. */
export async function revokeTeamKey(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  identity: Identity,
  id: string,
): Promise<KeyRecord> {
  const change = changeBy(context, identity);
  const key = await context.store.members(identity.team.id).revokeKey(id, change);
  if (!key) throw notFound();
  return key;
}

/** Keys of one team, or of all, oldest first. Rejects with `input` for an unknown team. */
export async function listKeys(
  context: Pick<ServiceContext, 'store'>,
  teamName?: string,
): Promise<KeyRecord[]> {
  if (teamName === undefined) return context.store.keys.list();
  return context.store.keys.list((await findTeam(context, teamName)).id);
}

/** Rejects with `input` for an unknown id. */
export async function revokeKey(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  id: string,
): Promise<KeyRecord> {
  const key = await store.keys.revoke(id, clock.now());
  if (key) return key;
  throw new MailvetError('input', `There is no key "${id}"`, {
    hint: 'mailvet admin key list shows them all',
  });
}
