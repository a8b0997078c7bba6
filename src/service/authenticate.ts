import { KEY_SCOPES, OPERATION_SCOPES } from '../contract/key-scopes.ts';
import type { ServiceOperation } from '../contract/routes.ts';
import { isSameText } from '../lib/same-text.ts';
import type { TimedContext } from './ports.ts';
import type { KeyLimits, KeyRecord, Team } from './records.ts';
import { ServiceError } from './service-error.ts';
import { hashKey } from './teams/keys.ts';

/** The team that a request is made for. */
export interface CallingTeam extends Team {
  /** Label of the key; absent where it has none. */
  readonly keyLabel?: string | null;
  /** Who created the key, as in KeyRecord. */
  readonly keyCreatedBy?: string | null;
  /** Absent: all scopes, for ever. */
  readonly keyLimits?: KeyLimits;
}

/** Finds the team of a key; undefined for an unknown, revoked or expired key. */
export type Authenticator = (key: string) => Promise<CallingTeam | undefined>;

/** `lastUsedAt` is shown to people: once a minute is enough, and spares a write per request. */
const USED_RESOLUTION_MS = 60_000;

/** Keys of the store, looked up on every request, so that a revoked one is invalid at once. */
export function storedKeys(context: TimedContext): Authenticator {
  return async (key) => {
    const hash = hashKey(key);
    const found = await context.store.keys.findByHash(hash);
    const now = context.clock.now();
    if (!found || !isSameText(found.key.hash, hash) || !isUsable(found.key, now)) return undefined;
    if (Math.abs(now - (found.key.lastUsedAt ?? 0)) >= USED_RESOLUTION_MS)
      await context.store.keys.markUsed(found.key.id, now);
    const { label, scopes, expiresAt, createdBy } = found.key;
    const keyLimits = { scopes, expiresAt };
    return { ...found.team, keyLabel: label, keyCreatedBy: createdBy, keyLimits };
  };
}

function isUsable({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/** One key that exists only in memory. */
export function memoryKey(key: string, team: Team): Authenticator {
  const hash = hashKey(key);
  return async (presented) => (isSameText(hashKey(presented), hash) ? team : undefined);
}

/** Tries authenticators in order; the first that knows the key decides. */
export function anyAuthenticator(...authenticators: readonly Authenticator[]): Authenticator {
  return async (key) => {
    for (const authenticator of authenticators) {
      const team = await authenticator(key);
      if (team) return team;
    }
    return undefined;
  };
}

/** The team of an `Authorization` header. Rejects with `key_required` or `key_invalid`. */
export async function authenticate(
  authenticator: Authenticator,
  header: string | undefined,
): Promise<CallingTeam> {
  if (header === undefined) throw new ServiceError('key_required', 'API key is required');
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const team = key && (await authenticator(key));
  if (!team) throw new ServiceError('key_invalid', 'API key is invalid');
  return team;
}

/** Rejects with `scope_missing` for a key that may not be used for the operation. */
export function checkScope({ keyLimits }: CallingTeam, operation: ServiceOperation): void {
  const { scopes } = keyLimits ?? { scopes: KEY_SCOPES };
  const needed = OPERATION_SCOPES[operation];
  if (needed === null || scopes.includes(needed)) return;
  const message = `This needs an API key with the scope ${needed}; this key has ${scopes.join(', ')}`;
  throw new ServiceError('scope_missing', message);
}
