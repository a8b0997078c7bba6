import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { Batch } from '../../contract/decode.ts';
import { formatDuration } from '../../lib/duration.ts';
import { type Hint, isMailvetError, joinHints, MailvetError } from '../../lib/errors.ts';
import { plural } from '../../lib/wording.ts';
import type { AddressRange } from '../file/address-reader.ts';
import { type JobBatch, sizeOf } from '../file/job-record.ts';
import {
  FIRST_PAUSE_MS,
  findAmong,
  type LookupResult,
  listAllBatches,
  PAUSE_GROWTH,
  timeToShow,
} from './find-batch.ts';
import type { JobRun } from './job-run.ts';

/** Where the user wants it sent again regardless, a batch that shows at once is still found. */
const SHORT_LOOKUP_MS = 3000;

/** POSTs of one batch in a run, at most. */
const MAX_POSTS = 5;

/** What the last look brought. `current`: the list is seen to show what the service took. */
type SearchFinding =
  | Exclude<LookupResult, { readonly kind: 'absent' }>
  | { readonly kind: 'absent'; readonly isCurrent: boolean }
  | { readonly kind: 'unreadable'; readonly error: MailvetError };

/** The search for one batch. */
interface Search {
  /** By the monotonic clock: a batch that does not show until then is not expected to. */
  readonly until: number;
  /** POSTs of it in this run. */
  readonly posts: number;
  finding: SearchFinding | undefined;
  /** It was looked for for as long as it may take to show. */
  isOver: boolean;
  isAnnounced: boolean;
}

/**
 * The batches of a job whose answers are missing. They are looked for in the service's list while
 * the other batches go on:
 *
 *     lost ──look──► found: adopted
 *      ▲    ▲  │ not found, after as long as it may take to show
 *      │    │  ├──► the list is current, or --resend-unknown: sent again
 *      │    │  ▼
 *      │    └─ undecided: looked for again while the run lasts, and by later runs
 *      └── the service remembers keys: sent again at once, the same key gets the same batch
 */
export class LostBatches {
  readonly #run: JobRun;
  readonly #searches = new Map<number, Search>();
  #pause = FIRST_PAUSE_MS;
  #lookAt = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Batches of the job that the service had taken then. */
  #takenAtLook = 0;
  /** Milliseconds that the list was behind at most, as far as this run has seen. */
  #lag = Number.POSITIVE_INFINITY;

  /** What is unanswered already was sent by an earlier run, or was about to be when that was killed. */
  constructor(run: JobRun) {
    this.#run = run;
    for (const batch of run.job.unanswered()) this.#begin(batch, batch.intendedAt, 0);
  }

  /** A POST of the batch left, and its answer was lost. */
  add({ number }: JobBatch): void {
    const posts = 1 + (this.#searches.get(number)?.posts ?? 0);
    const { job, clock } = this.#run;
    this.#begin(job.recordLost(number), clock.now(), posts);
  }

  /** `since`: when its POST ended, in milliseconds since the epoch. */
  #begin(batch: JobBatch, since: number, posts: number): void {
    const { clock, resendUnknown } = this.#run;
    const limit = resendUnknown ? SHORT_LOOKUP_MS : timeToShow(sizeOf(batch));
    // A clock that was set back must not make the wait longer than it is meant to be.
    const left = Math.min(since + limit - clock.now(), limit);
    const now = clock.monotonic();
    const fresh = { finding: undefined, isOver: false, isAnnounced: false };
    this.#searches.set(batch.number, { until: now + left, posts, ...fresh });
    this.#pause = FIRST_PAUSE_MS;
    this.#lookAt = now;
  }

  /** Whether one of them may still show, or turn out not to be there. */
  get isLooking(): boolean {
    return this.#looking().length > 0;
  }

  /** Whether one is sought that was about to be sent when the program was killed: it goes before the others. */
  get holdsOthers(): boolean {
    return this.#looking().some(({ batch }) => !batch.lost);
  }

  /** Those that may well be under way at the service. */
  get underWay(): number {
    return this.#looking().length + this.#all().filter((one) => this.#maySend(one)).length;
  }

  /** The first that may be sent again. */
  get next(): JobBatch | undefined {
    return this.#all().find((one) => this.#maySend(one))?.batch;
  }

  /** Milliseconds until the next look; infinite while nothing is looked for. */
  get untilLook(): number {
    if (this.#sought().length === 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#lookAt - this.#run.clock.monotonic());
  }

  /** Looks for all of them in one list, and adopts those that it shows. */
  async look(): Promise<void> {
    const { clock, client, signal } = this.#run;
    const began = clock.monotonic();
    const listed = new ListedBatches(client, signal);
    for (const { batch, search } of this.#sought()) {
      search.finding = await this.#find(batch, listed);
      search.isOver ||= began >= search.until || isUseless(this.#run, search.finding);
      if (search.finding.kind === 'found') this.#adopt(batch, search.finding.id);
    }
    this.#announce();
    this.#noteLook(listed);
  }

  /** Looks unless nothing can have changed since the last look. Returns whether it did. */
  async lookOnceMore(): Promise<boolean> {
    const isRecent = this.#run.clock.monotonic() - this.#lookedAt < FIRST_PAUSE_MS;
    const isFresh = isRecent && this.#taken().length === this.#takenAtLook;
    if (isFresh || this.#sought().length === 0) return false;
    await this.look();
    return true;
  }

  /** Why the answers are still missing; undefined where none is. */
  problem(): MailvetError | undefined {
    const all = this.#all();
    const [first] = all;
    if (!first) return undefined;
    const addresses = all.reduce((sum, { batch }) => sum + sizeOf(batch), 0);
    const size = plural(addresses, 'address', 'addresses');
    const which = all.length === 1 ? `a batch (${size})` : `${all.length} batches (${size})`;
    const message = `the answer to ${which} is missing, and whether the service has it is not known`;
    const { finding } = first.search;
    const cause = finding?.kind === 'unreadable' ? finding.error : undefined;
    const why = reasonOf(first);
    return new MailvetError('answer_lost', why === undefined ? message : `${message}: ${why}`, {
      ...(cause && { cause, ...(cause.status !== undefined && { status: cause.status }) }),
      hint: joinHints(cause?.hint, LOOK_AGAIN),
    });
  }

  #all(): readonly SoughtBatch[] {
    return this.#run.job.unanswered().flatMap((batch) => {
      const search = this.#searches.get(batch.number);
      return search ? [{ batch, search }] : [];
    });
  }

  /** Those that only the list can answer for. */
  #sought(): readonly SoughtBatch[] {
    return this.#all().filter(({ batch }) => !maySendAgain(this.#run, batch));
  }

  /** Those of which a look may still decide something. */
  #looking(): readonly SoughtBatch[] {
    return this.#sought().filter(({ search }) => !search.isOver);
  }

  #maySend({ batch, search: { posts, isOver, finding } }: SoughtBatch): boolean {
    if (posts >= MAX_POSTS) return false;
    if (maySendAgain(this.#run, batch)) return true;
    if (!isOver) return false;
    return this.#run.resendUnknown || (finding?.kind === 'absent' && finding.isCurrent);
  }

  async #find(batch: JobBatch, listed: ListedBatches): Promise<SearchFinding> {
    const { job, client, signal, foreignBatchIds } = this.#run;
    const lost = { addresses: job.addresses(batch), intendedAt: batch.intendedAt };
    const own = job.batches().flatMap(({ serviceId }) => serviceId ?? []);
    const known = new Set([...foreignBatchIds(), ...own]);
    const scope = { known, listing: job.state.listing, client, signal };
    try {
      const found = await findAmong(listed, lost, scope);
      if (found.kind !== 'absent') return found;
      return { kind: 'absent', isCurrent: this.#isCurrent(batch, listed) };
    } catch (error) {
      if (!isMailvetError(error) || STOPS.has(error.code)) throw error;
      return { kind: 'unreadable', error };
    }
  }

  /**
   * Whether the list would show the batch: it shows one of the job that was sent after it, or
   * else the last one before it, and was not longer behind than this one has had to show. A
   * batch that was about to be sent when the program was killed may never have left: where the job has
   * no other, the list is believed.
   */
  #isCurrent(lost: JobBatch, listed: ListedBatches): boolean {
    const taken = this.#taken();
    const later = taken.filter(({ intendedAt }) => intendedAt > lost.intendedAt);
    if (later.length > 0) return later.some(({ serviceId }) => listed.shows(serviceId));
    const last = taken.at(-1);
    if (!last || !lost.lost) return last ? listed.shows(last.serviceId) : !lost.lost;
    const lag = Math.min(this.#lag, lost.intendedAt - last.intendedAt);
    return listed.shows(last.serviceId) && lag <= this.#run.clock.now() - lost.intendedAt;
  }

  /** The batches of the job that the service took, in the order of their POSTs. */
  #taken(): readonly JobBatch[] {
    return this.#run.job
      .roundBatches()
      .filter(({ serviceId, status }) => serviceId !== null && status !== 'missing')
      .sort((a, b) => a.intendedAt - b.intendedAt);
  }

  #adopt({ number }: JobBatch, id: string): void {
    this.#run.job.recordAnswer(number, id);
    this.#searches.delete(number);
    this.#run.onEvent({ type: 'accepted', id, adopted: true });
  }

  #announce(): void {
    for (const { search } of this.#looking()) {
      const left = search.until - this.#run.clock.monotonic();
      if (search.isAnnounced || left <= 0) continue;
      search.isAnnounced = true;
      const time = formatDuration(left);
      const text = `The answer to a batch is missing: looking for the batch at the service, for up to ${time}`;
      this.#run.onEvent({ type: 'notice', text });
    }
  }

  /** The next look is after a growing pause, or just when a search has lasted long enough. */
  #noteLook(listed: ListedBatches): void {
    const { clock } = this.#run;
    const now = clock.monotonic();
    const taken = this.#taken();
    const shown = taken.findLast(({ serviceId }) => listed.shows(serviceId));
    if (shown) this.#lag = Math.min(this.#lag, Math.max(0, clock.now() - shown.intendedAt));
    this.#lookedAt = now;
    this.#takenAtLook = taken.length;
    const ends = this.#looking().map(({ search }) => search.until);
    this.#lookAt = Math.min(now + this.#pause, ...ends);
    this.#pause = Math.round(this.#pause * PAUSE_GROWTH);
  }
}

interface SoughtBatch {
  readonly batch: JobBatch;
  readonly search: Search;
}

/**
 * True where the service has no list that anybody could look in. What it listed before we sent says
 * that it had one: it may have it again.
 */
function isUseless({ job }: JobRun, finding: SearchFinding): boolean {
  if (finding.kind !== 'unreadable' || job.state.listing !== undefined) return false;
  const { error } = finding;
  if (!isMailvetError(error, 'refused', 'bad_answer')) return false;
  // A service has accepted a batch before. One that never did, and sends unreadable answers, is not a service.
  const isService = job.batches().some(({ serviceId }) => serviceId !== null);
  if (error.code === 'bad_answer' && !isService) throw notServiceError(error);
  return true;
}

function notServiceError(cause: MailvetError): MailvetError {
  const message = 'the answer to a batch was lost, and the service could not be asked';
  return new MailvetError('answer_lost', `${message}: ${cause.message}`, {
    cause,
    ...(cause.status !== undefined && { status: cause.status }),
    hint: joinHints(cause.hint, LOOK_AGAIN),
  });
}

/** These say what is wrong better than we could. */
const STOPS: ReadonlySet<string> = new Set([
  'unauthorized',
  'interrupted',
  'terminated',
  'timeout',
]);

function reasonOf({ batch, search: { finding, posts } }: SoughtBatch): string | undefined {
  if (posts >= MAX_POSTS) return `${posts} answers to it were lost`;
  if (finding === undefined) return undefined;
  if (finding.kind === 'unreadable') return `its list could not be read (${finding.error.message})`;
  if (finding.kind !== 'absent') return `batch ${finding.id} may be it`;
  const size = plural(sizeOf(batch), 'address', 'addresses');
  const absent = `no batch of these ${size} is in its list`;
  return finding.isCurrent ? absent : `${absent}, and the list may be behind`;
}

const LOOK_AGAIN: Hint = [
  'Resuming looks for it again; with ',
  { code: 'resend_unknown' },
  ' it is sent again (can be charged twice)',
];

/** The batches that the service lists: each page is asked for once, however often they are gone through. */
class ListedBatches implements AsyncIterable<Batch> {
  readonly #seen: Batch[] = [];
  readonly #rest: AsyncIterator<Batch>;
  #failure: { readonly error: unknown } | undefined;

  constructor(client: ServiceClient, signal: AbortSignal) {
    this.#rest = listAllBatches(client, signal);
  }

  /** Whether the list shows the batch, as far as anybody has gone through it. */
  shows(id: string | null): boolean {
    return this.#seen.some((batch) => batch.id === id);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch, undefined> {
    for (let at = 0; ; at += 1) {
      const known = this.#seen[at] ?? (await this.#next());
      if (known === undefined) return undefined;
      yield known;
    }
  }

  async #next(): Promise<Batch | undefined> {
    // A generator that has thrown ends: that would pass for the end of the list.
    if (this.#failure) throw this.#failure.error;
    try {
      const { done, value } = await this.#rest.next();
      if (done) return undefined;
      this.#seen.push(value);
      return value;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

/** A service counts from when the POST arrived; its clock may run faster than ours. */
const MARGIN_MS = 60 * 60_000;

/**
 * The key of a batch's POST: from the job and the addresses' positions, which are in the job file
 * before the POST leaves. Hence every further POST of the batch has it, also after a kill.
 */
export function idempotencyKey({ job }: JobRun, { first, last }: AddressRange): string {
  return `${job.record.id}.${first}-${last}`;
}

/** Whether the service is known to answer another POST of this batch with what the first became. */
export function maySendAgain(
  { client, clock }: JobRun,
  { intendedAt }: Pick<JobBatch, 'intendedAt'>,
): boolean {
  const lifetime = client.idempotencyLifetime();
  const age = clock.now() - intendedAt;
  return lifetime !== undefined && age >= 0 && age < lifetime - MARGIN_MS;
}
