import { batchNotFound } from './get-batch.ts';
import type { ServiceContext } from './ports.ts';
import type { BatchRecord, Team } from './records.ts';
import { ServiceError } from './service-error.ts';

/** Nothing new is started; what has no result yet never gets one, and its cost is given back. */
export async function cancelBatch(
  { store, signals, observe }: Pick<ServiceContext, 'store' | 'signals' | 'observe'>,
  team: Team,
  id: string,
): Promise<BatchRecord> {
  const found = await store.team(team.id).cancelBatch(id);
  if (!found) throw batchNotFound();
  const { cancelled, batch } = found;
  if (!cancelled) {
    throw new ServiceError('batch_ended', `A ${batch.status} batch can't be cancelled`);
  }
  signals.cancelled(id, team.id);
  observe?.({ event: 'batch_cancelled', batchId: id, teamId: team.id });
  return batch;
}
