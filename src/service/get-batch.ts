import type { BatchWithEntries, ServiceContext } from './ports.ts';
import type { Team } from './records.ts';
import { ServiceError } from './service-error.ts';

/** A batch of the team with all its entries. Somebody else's is not found, as if it did not exist. */
export async function getBatch(
  { store }: Pick<ServiceContext, 'store'>,
  team: Team,
  id: string,
): Promise<BatchWithEntries> {
  const found = await store.team(team.id).findBatch(id);
  if (!found) throw batchNotFound();
  return found;
}

export function batchNotFound(): ServiceError {
  return new ServiceError('batch_not_found', 'Batch not found');
}
