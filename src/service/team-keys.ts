import { safeLine } from '../lib/safe-text.ts';
import { mintKey } from './api-key.ts';
import { changeBy } from './people-context.ts';
import { notFound, PeopleError } from './people-error.ts';
import type { Identity } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import type { KeyRecord } from './records.ts';

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
