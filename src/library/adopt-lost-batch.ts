import type { ServiceClient } from '../client/service-client.ts';
import type { Batch } from '../contract/decode.ts';
import { isMailvetError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { orAborted } from '../lib/or-aborted.ts';
import type { Listing } from '../lists/file/job-record.ts';
import type { findBatch, LookupResult } from '../lists/run/find-batch.ts';

interface Search {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Batches that this client created or adopted. */
  readonly known: Set<string>;
  /** What the service had before this client sent a batch. */
  readonly listing: Listing | undefined;
}

type Lost = Parameters<typeof findBatch>[1];

/** Create Batch that finds a batch whose answer was lost in the service's list. */
export function adoptingCreate(client: ServiceClient, clock: Clock): ServiceClient['createBatch'] {
  const known = new Set<string>();
  const listOnce = onceDone(() => list(client));
  return async (emails, options = {}) => {
    // A batch that is here already must not be taken for a later one of the same addresses.
    const listing = await orAborted(listOnce(), options.signal ?? NEVER);
    const lost = { addresses: emails, intendedAt: clock.now() };
    try {
      const batch = await client.createBatch(emails, options);
      known.add(batch.id);
      return batch;
    } catch (error) {
      if (!isMailvetError(error, 'answer_lost')) throw error;
      const adopted = await adopt({ client, clock, known, listing }, lost, options.signal);
      if (!adopted) throw error;
      return adopted;
    }
  };
}

async function list(client: ServiceClient): Promise<Listing | undefined> {
  const { listBefore } = await import('../lists/run/find-batch.ts');
  return listBefore(client);
}

/** Shares one run among all calls, until it fails. */
function onceDone<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Undefined where it can't be known: any other error would say that nothing was sent. */
async function adopt(search: Search, lost: Lost, signal = NEVER): Promise<Batch | undefined> {
  try {
    const found = await look(search, lost, signal);
    // Two calls may look for batches of the same addresses: each takes one of its own.
    if (found.kind !== 'found' || search.known.has(found.id)) return undefined;
    search.known.add(found.id);
    return await readState(search.client, found.id, signal);
  } catch (error) {
    if (isMailvetError(error) && !signal.aborted) return undefined;
    throw error;
  }
}

/** A batch that was found is never given up for its state. */
async function readState(client: ServiceClient, id: string, signal: AbortSignal): Promise<Batch> {
  const read = client.getBatch(id, { signal });
  return read.then(
    ({ batch }) => batch,
    () => ({ id, status: 'unknown' }),
  );
}

const NEVER = new AbortController().signal;

async function look({ client, clock, known, listing }: Search, lost: Lost, signal: AbortSignal) {
  const { findBatch } = await import('../lists/run/find-batch.ts');
  const { lookUntilFound, timeToShow } = await import('../lists/run/look-until-found.ts');
  const excluded = { known, listing, signal };
  const once = (): Promise<LookupResult> => findBatch(client, lost, excluded);
  return lookUntilFound(once, { clock, signal, left: timeToShow(lost.addresses.length) });
}
