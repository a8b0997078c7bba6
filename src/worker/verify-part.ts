import type { Clock } from '../lib/clock.ts';
import type { NewPart } from '../service/batches/part-queue.ts';
import { findEvidence, type LearnedEvidence } from '../service/outcomes/evidence.ts';
import type { Answer } from '../service/records.ts';
import { findSuppressed, suppressedAnswer } from '../service/suppressions/suppress.ts';
import { toAnswer } from '../service/verifications/answer.ts';
import { cacheSlot, toMailboxKey } from '../service/verifications/cache-policy.ts';
import type { VerifierPort } from '../service/verifications/verifier-port.ts';
import type { DeferOptions } from '../verifier/verifier.ts';
import { distinct, distinctMailboxes, type PartAddress } from './distinct.ts';
import { divideByProvider } from './divide-by-provider.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { type PartRun, type RunDeps, reportVerification } from './part-run.ts';

/** The verifier has this long to end after an abort. */
const ABORT_WITHIN_MS = 5000;
/** A longer wait is left to the queue, where parts may wait: a worker has other work meanwhile. */
const DEFER_AFTER_MS = 10_000;

/**
 * Hands the answers for a part's addresses to the writer. Returns the parts that the other addresses
 * come to: by their providers, or to be asked again later.
 */
export async function verifyPart(
  deps: RunDeps,
  run: PartRun,
  writer: OutcomeWriter,
): Promise<readonly NewPart[]> {
  const work = await withoutKnown(deps, run, writer);
  const { open } = work;
  if (open.length === 0) return [];
  if (run.part.work !== 'resolve') return verifyAll(deps, run, { ...work, writer });
  const divided = await divideByProvider(open, deps.verifier);
  const deferred = await verifyAll(deps, run, { ...work, open: divided.local, writer });
  return [...divided.parts, ...deferred];
}

/** What the cache has not, and what the team learned of its domains. */
interface UnknownAddresses {
  readonly open: readonly PartAddress[];
  readonly learned: LearnedEvidence;
}

/**
 * Answers what is suppressed, what bounced, and what is in the cache, and other spellings of these two by
 * the same answer. Looked up for each part anew: a list grows meanwhile.
 */
async function withoutKnown(
  deps: RunDeps,
  run: PartRun,
  writer: OutcomeWriter,
): Promise<UnknownAddresses> {
  const { cache, clock, parts } = deps;
  const addresses = distinct(await parts.pending(run.part));
  const keys = addresses.map(({ cacheKey }) => cacheKey);
  const [suppressed, learned, cached] = await Promise.all([
    findSuppressed(deps, run.part.teamId, keys),
    findEvidence(deps, run.part.teamId, { cacheKeys: keys, now: clock.now() }),
    run.part.noCache ? undefined : cache.find(run.part.teamId, keys, clock.now()),
  ]);
  const give = (address: PartAddress, answer: Answer, isCached: boolean) => {
    run.onProgress(address.positions.length);
    writer.add({ positions: address.positions, answer });
    reportVerification(deps, address.email, { answer, cached: isCached });
  };
  const unknown: PartAddress[] = [];
  const mailboxes = new Map<string, Answer>();
  for (const address of addresses) {
    const { cacheKey } = address;
    const kept = cached?.get(cacheKey);
    const bounced = learned.bounced(cacheKey, clock.now());
    const answer = suppressed.has(cacheKey)
      ? suppressedAnswer(cacheKey, clock.now())
      : (bounced ?? (kept && learned.addOutcomes(cacheKey, learned.correct(cacheKey, kept))));
    // An undecided answer is not reused: a client that sends the address again wants a new try.
    if (!answer?.decided) {
      unknown.push(address);
      continue;
    }
    const isSuppressed = suppressed.has(cacheKey);
    give(address, answer, !isSuppressed && !bounced);
    if (!isSuppressed) mailboxes.set(toMailboxKey(cacheKey), answer);
  }
  const open = unknown.filter((address) => {
    const answer = mailboxes.get(toMailboxKey(address.cacheKey));
    if (answer) give(address, answer, true);
    return !answer;
  });
  return { open: distinctMailboxes(open), learned };
}

interface OpenWork extends UnknownAddresses {
  readonly writer: OutcomeWriter;
}

async function verifyAll(
  deps: RunDeps,
  run: PartRun,
  { open, learned, writer }: OpenWork,
): Promise<readonly NewPart[]> {
  if (open.length === 0) return [];
  const { verifier, clock, parts } = deps;
  let isOver = false;
  const report: Parameters<VerifierPort['verifyAll']>[1] = (index, finding) => {
    if (isOver) return;
    const { positions, cacheKey, email } = open[index] as PartAddress;
    const now = clock.now();
    const found = toAnswer(finding, now);
    const corrected = learned.correct(cacheKey, found);
    const answer = learned.addOutcomes(cacheKey, corrected);
    run.onProgress(positions.length);
    // What a team learned is not the answer of another team.
    const keep = corrected === found ? cacheSlot(cacheKey, found, now) : undefined;
    writer.add({ positions, answer, charged: true, keep });
    reportVerification(deps, email, { answer, cached: false });
  };
  const deferred = new DeferredAddresses(open, clock);
  const emails = open.map(({ email }) => email);
  const { teamId: team, batchId, queue } = run.part;
  const { signal } = run.control;
  const work = verifier.verifyAll(emails, report, {
    signal,
    owner: { team, batch: batchId },
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
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #deferred: DeferredAddress[] = [];

  constructor(addresses: readonly PartAddress[], clock: Pick<Clock, 'monotonic'>) {
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
