import type { Clock } from '../lib/clock.ts';
import type { Result } from '../result/result.ts';
import type { NewPart } from '../service/batches/part-queue.ts';
import { toMailboxKey } from '../service/verifications/cache-policy.ts';
import { type Decisions, lookUp } from '../service/verifications/decide.ts';
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
 * Hands the results of a part's addresses to the writer. Returns the parts that the other addresses
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
  const decisions = await lookUp(store, run.part.teamId, {
    cacheKeys,
    now: clock.now(),
    noCache: run.part.noCache,
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
