import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { Batch } from '../../contract/decode.ts';
import { DEFAULT_BATCHES_LIMIT } from '../../contract/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ErrorCode, isMailvetError } from '../../lib/errors.ts';
import { isoTime, parseIsoTime } from '../../lib/iso-time.ts';
import type { Listing } from '../file/job-record.ts';
import { compareAddresses } from './join-results.ts';

/** An intended batch whose answer is not known. */
interface LostBatch {
  readonly addresses: readonly string[];
  /** By our clock, in milliseconds since the epoch. */
  readonly intendedAt: number;
}

/** Batches that are surely not the lost one. */
interface ExcludedBatches {
  /** Identifiers of other batches of this machine's jobs. */
  readonly known: ReadonlySet<string>;
  /** What the service listed before anything was sent, where it was listed. */
  readonly listing: Listing | undefined;
}

/**
 * The result of searching the service's batches. `inconclusive`: one may be the lost batch, but what
 * the service shows of it does not decide that.
 */
export type LookupResult =
  | { readonly kind: 'found'; readonly id: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'inconclusive'; readonly id: string };

/** Pages looked through at most: 10,000 batches at the default page size. */
const MAX_PAGES = 200;

/** Without a listing from before, this much difference between the clocks is allowed. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/**
 * Looks for a batch of that size, created since, with these very addresses. Rejects as the client
 * does when the service can't be asked.
 */
export async function findBatch(
  client: ServiceClient,
  lost: LostBatch,
  excluded: ExcludedBatches & { readonly signal: AbortSignal },
): Promise<LookupResult> {
  const batches = listAllBatches(client, excluded.signal);
  return findAmong(batches, lost, { client, ...excluded });
}

/** The same among batches that the service listed. */
export async function findAmong(
  batches: AsyncIterable<Batch>,
  lost: LostBatch,
  scope: ExcludedBatches & { readonly client: ServiceClient; readonly signal: AbortSignal },
): Promise<LookupResult> {
  let candidate: string | undefined;
  for await (const batch of batches) {
    const candidacy = rateCandidate(batch, lost, scope);
    if (candidacy === 'none') continue;
    const likeness = await compareWith(scope.client, batch.id, lost, scope.signal);
    if (likeness === 'same' && candidacy === 'good') return { kind: 'found', id: batch.id };
    if (likeness !== 'different') candidate ??= batch.id;
  }
  return candidate === undefined ? { kind: 'absent' } : { kind: 'inconclusive', id: candidate };
}

/**
 * What the service has before anything is sent: a lost batch is not among these. Undefined where it
 * can't be listed.
 */
export async function listBefore(
  client: ServiceClient,
  signal?: AbortSignal,
): Promise<Listing | undefined> {
  try {
    return toListing(await client.listBatches({}, signal ? { signal } : {}));
  } catch (error) {
    if (isMailvetError(error, ...LISTING_ERRORS)) return undefined;
    throw error;
  }
}

/** A service that can't list its batches can still take them. */
const LISTING_ERRORS: readonly ErrorCode[] = [
  'refused',
  'quota',
  'server',
  'bad_answer',
  'rate_limited',
  'request_timeout',
];

function toListing(batches: readonly Batch[]): Listing {
  const times = batches.flatMap(({ createdAt }) => parseIsoTime(createdAt) ?? []);
  const latest = times.length === 0 ? null : isoTime(Math.max(...times));
  return { ids: batches.map(({ id }) => id), latest };
}

/** Whether a batch may be the lost one. `doubtful`: only this machine's clock speaks against it. */
type Candidacy = 'good' | 'doubtful' | 'none';

/**
 * A batch is distinguished from older ones by what the service listed before we sent: by its identifier,
 * and by the service's own time. Our clock and the service's may differ by any amount: they are
 * compared only where there is nothing better, and then they never settle it alone. Which batch it
 * is, its addresses decide.
 */
function rateCandidate(batch: Batch, lost: LostBatch, excluded: ExcludedBatches): Candidacy {
  const { known, listing } = excluded;
  if (known.has(batch.id) || listing?.ids.includes(batch.id)) return 'none';
  if (batch.totalCount !== undefined && batch.totalCount !== lost.addresses.length) return 'none';
  const created = parseIsoTime(batch.createdAt);
  if (created === undefined) return 'good';
  const latest = parseIsoTime(listing?.latest);
  if (latest !== undefined) return created >= latest ? 'good' : 'none';
  if (listing) return 'good';
  return created >= lost.intendedAt - CLOCK_TOLERANCE_MS ? 'good' : 'doubtful';
}

async function compareWith(
  client: ServiceClient,
  id: string,
  { addresses }: LostBatch,
  signal: AbortSignal,
): Promise<'same' | 'different' | 'inconclusive'> {
  try {
    const { entries } = await client.getBatch(id, { signal });
    return compareAddresses(addresses, entries);
  } catch (error) {
    if (isNotReady(error)) return 'inconclusive';
    // Listed, and yet refused to us (someone else's, or erased since): it can't be followed.
    if (isMailvetError(error, 'refused')) return 'different';
    throw error;
  }
}

/** Page by page until nothing new comes; services differ in order and largest page. */
export async function* listAllBatches(
  client: ServiceClient,
  signal: AbortSignal,
): AsyncGenerator<Batch, undefined> {
  const seen = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const batches = await client.listBatches(
      { limit: DEFAULT_BATCHES_LIMIT, skip: seen.size },
      { signal },
    );
    const fresh = batches.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    for (const batch of fresh) seen.add(batch.id);
    yield* fresh;
  }
  return undefined;
}

/** A service may show a batch in its list long after it took it, the later the larger the batch. */
const TIME_TO_SHOW_MS = 30_000;
const TIME_TO_SHOW_AN_ADDRESS_MS = 10;

/** The first pause between two look-ups; each further one is half as long again. */
export const FIRST_PAUSE_MS = 1000;
export const PAUSE_GROWTH = 1.5;

/** How long a batch may take to show in the service's list, in milliseconds. */
export function timeToShow(size: number): number {
  return TIME_TO_SHOW_MS + size * TIME_TO_SHOW_AN_ADDRESS_MS;
}

interface Lookups {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds for which to look again. */
  readonly left: number;
}

/** Looks again, after growing pauses, until the batch is found or the time is up. */
export async function lookUntilFound(
  look: () => Promise<LookupResult>,
  { clock, signal, left: time }: Lookups,
): Promise<LookupResult> {
  let found = await look();
  let left = time;
  for (let pause = FIRST_PAUSE_MS; found.kind !== 'found' && left > 0; pause *= PAUSE_GROWTH) {
    const rest = Math.min(pause, left);
    await clock.sleep(rest, signal);
    left -= rest;
    found = await look();
  }
  return found;
}

/** The service has the batch, but its results not yet: Conflict, or Too Early (RFC 8470 §5.2). */
export function isNotReady(error: unknown): boolean {
  return isMailvetError(error, 'refused') && (error.status === 409 || error.status === 425);
}
