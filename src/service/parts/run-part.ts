import { backoffDelay } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Result } from '../../result/result.ts';
import type { DeferOptions, Finding } from '../../verifier/verifier.ts';
import type { Store } from '../ports.ts';
import type { Observe } from '../service-event.ts';
import { StoreError } from '../store-error.ts';
import { toMailboxKey } from '../verifications/cache-policy.ts';
import { type Decisions, lookUp, toResult } from '../verifications/decide.ts';
import type { VerifierPort } from '../verifications/verifier-port.ts';
import {
  distinct,
  distinctMailboxes,
  divideByProvider,
  type PartAddress,
} from './divide-by-provider.ts';
import { LeaseLost, OutcomeWriter, type WritePace } from './outcome-writer.ts';
import type { ClaimedPart, EntryOutcome, NewPart, PartQueue } from './part-queue.ts';

/** Tries without progress after which a batch fails. */
const MAX_FAILURES = 5;
const RETRY = { first: 1000, max: 60_000 };
/** The error for the client; the cause is in the log. */
const FAILED = 'This address could not be verified because of an internal error';

/**
 * Works on a claimed part until it ends, is freed for another try, or its claim is lost. Returns the
 * queues of the parts that it left behind.
 */
export async function runPart(deps: RunDeps, run: PartRun): Promise<readonly string[]> {
  const writer = createWriter(deps, run);
  try {
    const left = await verifyPart(deps, run, writer);
    await writer.drained();
    await end(deps, run.part, left);
    return left.map(({ queue }) => queue);
  } catch (error) {
    // Results found so far are still written.
    await writer.drained().catch(() => {});
    const reason = run.control.signal.aborted ? run.control.signal.reason : error;
    if (reason instanceof StopRun || reason instanceof LeaseLost) return [];
    if (reason instanceof StuckRun) await endStuck(deps, run, reason);
    else await afterFailure(deps, run.part, { error: reason, progressed: writer.progressed });
    return [run.part.queue];
  }
}

/** A verifier that reports nothing for an address has a bug: the part must not count as complete. */
async function end(
  { parts, observe }: RunDeps,
  part: ClaimedPart,
  left: readonly NewPart[],
): Promise<void> {
  const known = new Set(left.flatMap(({ entries }) => entries.map(({ position }) => position)));
  const lost = (await parts.pending(part)).filter(({ position }) => !known.has(position)).length;
  if (lost > 0) throw new Error(`the verifier ended without a word on ${lost} entries`);
  if (left.length > 0) await parts.divide?.(part, left);
  else if (await parts.complete(part)) {
    observe({ event: 'batch_completed', batchId: part.batchId });
  }
}

/** Ends a stuck part: its open addresses become unknown and cost nothing. */
async function endStuck(deps: RunDeps, run: PartRun, { silentMs }: StuckRun): Promise<void> {
  const { parts, clock, observe } = deps;
  const { part, pace } = run;
  const { batchId, teamId, size } = part;
  const open = distinct(await parts.pending(part));
  const unknown = open.length;
  observe({ event: 'batch_stuck', batchId, teamId, size, unknown, silentMs });
  const record = (group: readonly EntryOutcome[]) => parts.record(part, group, clock.now());
  const writer = new OutcomeWriter({ record, pace, onStop: () => {} });
  for (const { email, positions } of open) {
    const result = toResult(deps.internalFinding(email), clock.now());
    writer.add({ positions, result });
    reportVerification(deps, email, { result, cached: false });
  }
  await writer.drained();
  await end(deps, part, []);
}

function createWriter({ parts, clock }: RunDeps, { part, control, pace }: PartRun): OutcomeWriter {
  return new OutcomeWriter({
    pace,
    record: (group) => parts.record(part, group, clock.now()),
    onStop: (reason) => control.abort(reason),
  });
}

interface Failure {
  readonly error: unknown;
  readonly progressed: boolean;
}

/**
 * Progress resets the count of failures: only a part without any progress fails. A database that is
 * away says nothing about the part.
 */
async function afterFailure(
  { parts, random, observe }: RunDeps,
  part: ClaimedPart,
  { error, progressed }: Failure,
): Promise<void> {
  const { batchId } = part;
  const before = progressed ? 0 : part.failures;
  if (before + 1 >= MAX_FAILURES && !(error instanceof StoreError)) {
    // The embedded client polls on the event: the batch must have ended by then.
    await parts.fail(part, FAILED);
    observe({ event: 'batch_failed', batchId, error });
    return;
  }
  observe({ event: 'batch_retried', batchId, error });
  await parts.retry(part, backoffDelay(RETRY, before, random()));
}

export interface RunDeps {
  readonly parts: PartQueue;
  readonly store: Store;
  readonly verifier: VerifierPort;
  readonly clock: Clock;
  readonly random: () => number;
  readonly observe: Observe;
  /** The finding of a verification that failed: nothing is known. */
  readonly internalFinding: (email: string) => Finding;
}

interface PartRun {
  readonly part: ClaimedPart;
  /** Aborted by the pool, with StopRun, when the batch was cancelled or the process stops. */
  readonly control: AbortController;
  /** Called with the number of entries that have a new result. */
  readonly onProgress: (count: number) => void;
  readonly pace: WritePace;
}

/** Ends a run early without an error: the batch was cancelled or the process stops. */
export class StopRun extends Error {
  override readonly name = 'StopRun';
}

/** No result came for longer than any wait of the verifier: a bug. */
export class StuckRun extends Error {
  override readonly name = 'StuckRun';
  readonly silentMs: number;

  constructor(silentMs: number) {
    super('the verifier has stopped giving results');
    this.silentMs = silentMs;
  }
}

function reportVerification(
  { observe }: RunDeps,
  email: string,
  { result: { decided, reason }, cached }: { result: Result; cached: boolean },
): void {
  observe({ event: 'verification', mode: 'batch', cached, email, decided, reason });
}

/** The verifier has this long to end after an abort. */
const ABORT_WITHIN_MS = 5000;
/** A longer wait is left to the queue, where parts may wait: a worker has other work meanwhile. */
const DEFER_AFTER_MS = 10_000;

/**
 * Hands the results of a part's addresses to the writer. Returns the parts that the other addresses
 * come to: by their providers, or to be asked again later.
 */
async function verifyPart(
  deps: RunDeps,
  run: PartRun,
  writer: OutcomeWriter,
): Promise<readonly NewPart[]> {
  const work = await withoutKnown(deps, run, writer);
  const { open } = work;
  if (open.length === 0) return [];
  const { work: kind, mode } = run.part;
  // Without mail hosts there is nothing to divide by.
  if (kind !== 'resolve' || mode !== 'smtp') return verifyAll(deps, run, { ...work, writer });
  const divided = await divideByProvider(open, deps.verifier);
  const deferred = await verifyAll(deps, run, { ...work, open: divided.local, writer });
  return [...divided.parts, ...deferred];
}

/** Those that a mail host has to be asked about. */
interface UnknownAddresses {
  readonly open: readonly PartAddress[];
  readonly decisions: Decisions;
}

/**
 * Hands over what is known, also of other spellings of a mailbox. Looked up for each part: what the team knows grows
 * meanwhile.
 */
async function withoutKnown(
  deps: RunDeps,
  run: PartRun,
  writer: OutcomeWriter,
): Promise<UnknownAddresses> {
  const { clock, parts, store } = deps;
  const addresses = distinct(await parts.pending(run.part));
  const cacheKeys = addresses.map(({ cacheKey }) => cacheKey);
  const { teamId, noCache, mode } = run.part;
  const decisions = await lookUp(store, teamId, {
    cacheKeys,
    now: clock.now(),
    noCache: noCache || mode !== 'smtp',
  });
  const give = (address: PartAddress, result: Result, isCached: boolean) => {
    run.onProgress(address.positions.length);
    writer.add({ positions: address.positions, result, isRespelled: address.isRespelled });
    reportVerification(deps, address.email, { result, cached: isCached });
  };
  const unknown: PartAddress[] = [];
  const mailboxes = new Map<string, Result>();
  for (const address of addresses) {
    const { cacheKey } = address;
    const known = decisions.known(cacheKey, clock.now());
    // An undecided result is not reused: a client that sends the address again wants a new try.
    if (!known?.result.decided) {
      unknown.push(address);
      continue;
    }
    give(address, known.result, known.from === 'cache');
    if (known.from !== 'suppressions') mailboxes.set(toMailboxKey(cacheKey), known.result);
  }
  const open = unknown.filter((address) => {
    const result = mailboxes.get(toMailboxKey(address.cacheKey));
    if (result) give(address, result, true);
    return !result;
  });
  return { open: distinctMailboxes(open), decisions };
}

interface OpenWork extends UnknownAddresses {
  readonly writer: OutcomeWriter;
}

async function verifyAll(
  deps: RunDeps,
  run: PartRun,
  { open, decisions, writer }: OpenWork,
): Promise<readonly NewPart[]> {
  if (open.length === 0) return [];
  const { verifier, clock, parts } = deps;
  let isOver = false;
  const report: Parameters<VerifierPort['verifyAll']>[1] = (index, finding) => {
    if (isOver) return;
    const { positions, cacheKey, email, isRespelled } = open[index] as PartAddress;
    const { result, keep } = decisions.found(cacheKey, finding, clock.now());
    run.onProgress(positions.length);
    writer.add({ positions, result, isRespelled, charged: true, keep });
    reportVerification(deps, email, { result, cached: false });
  };
  const deferred = new DeferredAddresses(open, clock);
  const emails = open.map(({ email }) => email);
  const { teamId: team, batchId, queue, mode } = run.part;
  const { signal } = run.control;
  const work = verifier.verifyAll(emails, report, {
    signal,
    owner: { team, batch: batchId },
    mode,
    ...(parts.divide && { defer: deferred.options(DEFER_AFTER_MS) }),
  });
  await endsAfterAbort(work, signal, clock).finally(() => {
    isOver = true;
  });
  return deferred.parts(queue);
}

/** Rejects some time after the signal has aborted if the work has not ended. */
async function endsAfterAbort(
  work: Promise<void>,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  const done = new AbortController();
  const overdue = new Promise<never>((_, reject) => {
    const wait = () => {
      clock.sleep(ABORT_WITHIN_MS, done.signal).then(
        () => reject(signal.reason),
        () => {},
      );
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true, signal: done.signal });
  });
  await Promise.race([work, overdue]).finally(() => done.abort());
}

/** Milliseconds: addresses whose next tries are closer together than that share a part. */
const TOGETHER_MS = 10_000;

interface DeferredAddress {
  readonly address: PartAddress;
  readonly tries: unknown;
  /** By the monotonic clock. */
  readonly dueAt: number;
}

/** The addresses of a part that the verifier handed back, to be asked again later. */
export class DeferredAddresses {
  readonly #addresses: readonly PartAddress[];
  readonly #clock: Clock;
  readonly #deferred: DeferredAddress[] = [];

  constructor(addresses: readonly PartAddress[], clock: Clock) {
    this.#addresses = addresses;
    this.#clock = clock;
  }

  options(after: number): DeferOptions {
    return {
      after,
      tries: (index) => this.#addresses[index]?.tries,
      onDeferred: (index, { wait, tries }) => {
        const address = this.#addresses[index];
        const dueAt = this.#clock.monotonic() + wait;
        if (address) this.#deferred.push({ address, tries, dueAt });
      },
    };
  }

  /** Parts of them, each with the time of the last of its addresses. */
  parts(queue: string): NewPart[] {
    const now = this.#clock.monotonic();
    const groups: DeferredAddress[][] = [];
    for (const each of this.#deferred.toSorted((a, b) => a.dueAt - b.dueAt)) {
      const group = groups.at(-1);
      if (group?.[0] && each.dueAt - group[0].dueAt < TOGETHER_MS) group.push(each);
      else groups.push([each]);
    }
    return groups.map((group) => ({
      queue,
      wait: Math.max(0, (group.at(-1)?.dueAt ?? now) - now),
      entries: group.flatMap(({ address, tries }) =>
        address.positions.map((position) => ({ position, tries })),
      ),
    }));
  }
}
