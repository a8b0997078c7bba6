import type { ServiceContext } from '../ports.ts';
import type { BatchRecord } from '../records.ts';
import type { PartWait } from './part-queue.ts';

/**
 * What batches wait for, by their id: as the verifier of this process knows it,
 * and as the queue of all workers does, which is asked once for all of them.
 */
export async function findWaits(
  { store, verifier }: Pick<ServiceContext, 'store' | 'verifier'>,
  batches: readonly BatchRecord[],
): Promise<ReadonlyMap<string, readonly PartWait[]>> {
  const open = batches.filter(({ status }) => status === 'processing').map(({ id }) => id);
  const queued = open.length > 0 ? await store.parts.waits?.(open) : undefined;
  return new Map(
    batches.map(({ id }) => [id, [...verifier.waiting(id), ...(queued?.get(id) ?? [])]]),
  );
}
