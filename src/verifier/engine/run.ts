import type { Pacing } from '../pacing/pacing.ts';
import type { DomainJob, UndecidedWork } from '../session/domain-job.ts';
import type { Wait } from '../session/waiting.ts';
import type { ProviderBacklog } from '../verifier.ts';

/**
 * One call of the verifier. It ends with its last domain, or at once when its time is over or it is
 * cancelled.
 */
export class VerifierRun {
  readonly #open = new Set<RunPart>();
  readonly #settled = new Map<string, number>();
  readonly #ended = Promise.withResolvers<void>();
  #isEnded = false;
  #isComplete = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Resolves when all is settled; rejects with the reason for which it was cancelled. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  add(part: RunPart): void {
    this.#open.add(part);
  }

  delete(part: RunPart): void {
    this.#open.delete(part);
    this.#endIfDone();
  }

  /** What its domains wait for. */
  get waits(): Wait[] {
    return [...this.#open].flatMap(({ wait }) => wait ?? []);
  }

  /** The providers of its domains, whose hosts are known, and what is under way there. */
  get jobs(): readonly UndecidedWork[] {
    return [...this.#open].flatMap(({ work }) => work ?? []);
  }

  /** Addresses with their result, by provider. */
  get settled(): ReadonlyMap<string, number> {
    return this.#settled;
  }

  noteSettled(provider: string): void {
    this.#settled.set(provider, (this.#settled.get(provider) ?? 0) + 1);
  }

  /** No further part will be added. */
  complete(): void {
    this.#isComplete = true;
    this.#endIfDone();
  }

  /** The time is over: settles the open parts with what is known. */
  endWithWhatIsKnown(): void {
    for (const part of [...this.#open]) part.endWithWhatIsKnown();
  }

  /** Stops waiting for a time or a provider; open sessions continue. */
  endWaiting(): void {
    for (const part of [...this.#open]) part.endIfWaiting();
  }

  cancel(reason: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#ended.reject(reason);
    for (const part of [...this.#open]) part.cancel();
  }

  check(): void {
    for (const part of [...this.#open]) part.check();
  }

  #endIfDone(): void {
    if (!this.#isComplete || this.#open.size > 0 || this.#isEnded) return;
    this.#isEnded = true;
    this.#ended.resolve();
  }
}

/** The addresses of one domain: before its hosts are known, and as a job from then on. */
export type RunPart = Pick<
  DomainJob,
  'cancel' | 'check' | 'endIfWaiting' | 'endWithWhatIsKnown' | 'wait' | 'work'
>;

/** What is under way in some runs, by provider. */
export function addUpBacklog(runs: readonly VerifierRun[], pacing: Pacing): ProviderBacklog[] {
  const byProvider = new Map<string, { open: number; waiting: number; settled: number }>();
  const sumOf = (provider: string) => {
    const known = byProvider.get(provider) ?? { open: 0, waiting: 0, settled: 0 };
    byProvider.set(provider, known);
    return known;
  };
  for (const { jobs, settled } of runs) {
    for (const { provider, open, answered, waiting } of jobs) {
      const sum = sumOf(provider);
      sum.open += open;
      sum.settled += answered;
      sum.waiting += waiting;
    }
    for (const [provider, count] of settled) sumOf(provider).settled += count;
  }
  return [...byProvider].map(([provider, sum]) => ({
    provider,
    ...sum,
    closedFor: pacing.closedFor(provider),
    ...(pacing.isBraked(provider) && { isBraked: true }),
  }));
}
