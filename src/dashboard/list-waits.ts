import type { ProviderWork } from '../lib/time-left/list-moment.ts';
import { findWaits } from '../service/batches/batch-waits.ts';
import type { PartWait } from '../service/batches/part-queue.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { Team } from '../service/records.ts';

/** A list that got on within this time waits for nothing. */
const QUIET_MS = 3000;
/** Open batches of a list that are asked about. */
const MAX_BATCHES = 20;

/** What this process works on for a running list, by provider; undefined where nothing is under way. */
export async function findListWork(
  { store, verifier }: Pick<ServiceContext, 'store' | 'verifier'>,
  team: Team,
  { id, status, waitsFor }: ListRecord,
): Promise<readonly ProviderWork[] | undefined> {
  if (status !== 'running' || waitsFor) return undefined;
  return verifier.backlog(new Set(await store.lists(team.id).openBatches(id)));
}

type Deps = Pick<ServiceContext, 'store' | 'verifier'> & { readonly quietFor: number };

/** What a running list waits for while nothing comes back: its mail servers, by their reason. */
export async function findListWaits(
  deps: Deps,
  team: Team,
  { id, status, waitsFor }: ListRecord,
): Promise<readonly PartWait[]> {
  if (status !== 'running' || waitsFor || deps.quietFor < QUIET_MS) return [];
  const lists = deps.store.lists(team.id);
  const waits = await findWaits(deps, await lists.batches(id, { limit: MAX_BATCHES, skip: 0 }));
  return [...waits.values()].flat().sort((one, other) => one.left - other.left);
}
