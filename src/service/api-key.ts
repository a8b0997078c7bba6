import { hash } from 'node:crypto';
import type { ServiceContext } from './ports.ts';
import type { NewKey } from './records.ts';

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
