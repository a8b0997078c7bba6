import { mintKey } from './api-key.ts';
import { findTeam } from './find-team.ts';
import type { ServiceContext } from './ports.ts';
import type { KeyRecord } from './records.ts';

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
