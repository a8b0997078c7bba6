import { KEY_SCOPES } from '../../contract/key-scopes.ts';
import type { CallingTeam } from '../authenticate.ts';
import type { StorageContext } from '../ports.ts';
import type { KeyLimits } from '../records.ts';
import { getStorage, type TeamStorage } from './storage.ts';
import { monthOf, nextMonth } from './teams.ts';

/** A team's plan as the holder of one of its keys sees it. */
export interface AccountRecord {
  readonly team: string;
  /** Verifications a month; null: unlimited. */
  readonly quota: number | null;
  /** Verifications charged or reserved in this month (UTC). */
  readonly used: number;
  /** Verifications of this month that were not charged, since they could not be decided. */
  readonly givenBack: number;
  /** When the next month begins, in milliseconds since the epoch. */
  readonly resetsAt: number;
  /** Null where the key has no label. */
  readonly keyLabel: string | null;
  readonly keyLimits: KeyLimits;
  readonly storage: TeamStorage;
}

/** The plan and the usage of the team whose key was used. */
export async function getAccount(
  context: StorageContext,
  { id, name, quota, keyLabel, keyLimits = UNLIMITED }: CallingTeam,
): Promise<AccountRecord> {
  const { store, clock } = context;
  const now = clock.now();
  const { used, givenBack } = await store.reports(id).usage(monthOf(now));
  const resetsAt = nextMonth(now);
  const storage = await getStorage(context, id);
  const plan = { team: name, quota, used, givenBack, resetsAt };
  return { ...plan, keyLabel: keyLabel || null, keyLimits, storage };
}

const UNLIMITED: KeyLimits = { scopes: KEY_SCOPES, expiresAt: null };
