import { hash } from 'node:crypto';
import { KEY_SCOPES } from '../../contract/key-scopes.ts';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { changeBy, isPermitted, scopesOf } from '../people/people.ts';
import { ROLES, type Role, type TeamMember } from '../people/records.ts';
import type { ServiceContext, StoreContext, TimedContext, TokenContext } from '../ports.ts';
import type { KeyLimits, KeyRecord, NewKey, Team } from '../records.ts';
import { notFound, ownersOnly, PeopleError } from '../service-error.ts';
import { findTeam } from './teams.ts';

/** `mv_` and 40 URL-safe characters: 240 bits, so that a plain SHA-256 is as good as a slow hash. */
const PREFIX = 'mv_';
const TOKEN_LENGTH = 40;

/** A new API key. */
export function newKey(token: ServiceContext['token']): string {
  return PREFIX + token(TOKEN_LENGTH);
}

/** SHA-256 in hexadecimal: the only form in which a key is stored. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

interface CreatedKeyRecord extends KeyRecord {
  /** The key itself: shown once. */
  readonly key: string;
}

interface KeyRequest extends Partial<KeyLimits> {
  readonly label: string;
  /** A person's address, or `COMMAND_LINE`. */
  readonly actor: string;
  /** Rejects with `owners_only` unless the actor is of the team and has one of these; absent: not looked at. */
  readonly roles?: readonly Role[];
}

/**
 * Creates a key of a team, for dashboard, command line and API alike; by default it has all scopes and
 * never expires. Rejects with `refused` for a label that is too long, a key without a scope, and one
 * that would have expired already.
 */
export async function createKey(
  context: TokenContext,
  team: Team,
  { label, actor, scopes = KEY_SCOPES, expiresAt = null, roles }: KeyRequest,
): Promise<CreatedKeyRecord> {
  const { key, record } = generateKey(context, team.id, label);
  const at = record.createdAt;
  const limits = { scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)), expiresAt };
  checkLimits(limits, at);
  const members = context.store.members(team.id);
  if (!(await members.createKey({ ...record, ...limits }, { actor, at }, roles)))
    throw ownersOnly();
  const stored = { ...record, ...limits, createdBy: actor };
  return { ...stored, key, teamName: team.name, lastUsedAt: null, revokedAt: null };
}

/** Creates a key for a person of the team. Rejects with `owners_only` for scopes that their role may not give. */
export function createTeamKey(
  context: TokenContext,
  { person, team }: TeamMember,
  request: Pick<CreatedKeyRecord, 'scopes' | 'expiresAt'> & { readonly label: string },
): Promise<CreatedKeyRecord> {
  const roles = ROLES.filter((role) => {
    const own = scopesOf(role);
    return request.scopes.every((scope) => own.includes(scope));
  });
  return createKey(context, team, { ...request, actor: person.email, roles });
}

function checkLimits({ scopes, expiresAt }: KeyLimits, now: number): void {
  if (scopes.length === 0) throw new PeopleError('refused', message('errorTexts.scope_missing'));
  if (expiresAt === null || expiresAt > now) return;
  throw new PeopleError('refused', message('errorTexts.key_expired'));
}

/** What the first key is called; pages say it in the language of their reader. */
export const FIRST_KEY = 'first key';

/**
 * Creates the first key. Undefined where the database has or had a key: of several processes, one
 * gets it.
 */
export async function createFirstKey(
  context: TokenContext,
  team: Team,
): Promise<string | undefined> {
  const { key, record } = generateKey(context, team.id, FIRST_KEY);
  return (await context.store.keys.createFirst(record)) ? key : undefined;
}

function generateKey(
  { clock, token }: TokenContext,
  teamId: string,
  label: string,
): { readonly key: string; readonly record: NewKey } {
  const key = newKey(token);
  const owner = { id: `key_${token(12)}`, teamId, label: parseLabel(label) };
  const stored = { hash: hashKey(key), lastFour: key.slice(-4), createdAt: clock.now() };
  return { key, record: { ...owner, ...stored } };
}

const MAX_LABEL_LENGTH = 64;

/** A label is one line without control characters; null for an empty one. */
function parseLabel(text: string): string | null {
  const label = safeLine(text);
  if (label.length <= MAX_LABEL_LENGTH) return label || null;
  throw new PeopleError('refused', message('errorTexts.name_too_long', { most: MAX_LABEL_LENGTH }));
}

/** The team's keys, newest first, revoked ones included. */
export function teamKeys({ store }: StoreContext, { team }: TeamMember): Promise<KeyRecord[]> {
  return store.members(team.id).keys();
}

/** Whether a person may revoke a key of their team. */
export function mayRevoke({ person }: TeamMember, key: KeyRecord): boolean {
  return key.createdBy === person.email || isPermitted(person.role, 'all_keys');
}

/**
 * Revokes a key at once, for every process. Rejects with `not_found`, and with `owners_only` for a key of somebody
 * else.
 */
export async function revokeTeamKey(
  context: TimedContext,
  identity: TeamMember,
  id: string,
): Promise<KeyRecord> {
  const change = changeBy(context, identity);
  const members = context.store.members(identity.team.id);
  const found = (await members.keys()).find((key) => key.id === id);
  if (found && !mayRevoke(identity, found)) throw ownersOnly();
  const key = await members.revokeKey(id, change);
  if (!key) throw notFound();
  return key;
}

/** Keys of one team, or of all, oldest first. Rejects with `input` for an unknown team. */
export async function listKeys(context: StoreContext, teamName?: string): Promise<KeyRecord[]> {
  if (teamName === undefined) return context.store.keys.list();
  return context.store.keys.list((await findTeam(context, teamName)).id);
}

/** Revokes a key of any team. Rejects with `input` for an unknown id. */
export async function revokeKey({ store, clock }: TimedContext, id: string): Promise<KeyRecord> {
  const key = await store.keys.revoke(id, clock.now());
  if (key) return key;
  throw new MailvetError('input', `There is no key "${id}"`, {
    hint: [{ code: 'admin_list', of: 'key' }],
  });
}
