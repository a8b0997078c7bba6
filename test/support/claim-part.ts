import type { ClaimedPart } from '../../src/service/parts/part-queue.ts';
import type { Store } from '../../src/service/ports.ts';

/** Claims the next part of the team's batches, as a worker does. */
export async function claimPart(
  { parts }: Pick<Store, 'parts'>,
  teamId: string,
  owner = 'a test',
): Promise<ClaimedPart> {
  const part = await parts.claim({ owner, queue: parts.queueOf(teamId) });
  if (!part) throw new Error('there is nothing to claim');
  return part;
}
