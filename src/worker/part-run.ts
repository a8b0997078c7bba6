import type { Clock } from '../lib/clock.ts';
import type { Result } from '../result/result.ts';
import type { ClaimedPart, PartQueue } from '../service/batches/part-queue.ts';
import type { Store } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { VerifierPort } from '../service/verifications/verifier-port.ts';
import type { WritePace } from './write-pace.ts';

export interface RunDeps {
  readonly parts: PartQueue;
  readonly store: Pick<Store, 'cache' | 'suppressions' | 'outcomes'>;
  readonly verifier: VerifierPort;
  readonly clock: Clock;
  readonly random: () => number;
  readonly observe: Observe;
}

export interface PartRun {
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

export function reportVerification(
  { observe }: RunDeps,
  email: string,
  { result: { decided, reason }, cached }: { result: Result; cached: boolean },
): void {
  observe({ event: 'verification', mode: 'batch', cached, email, decided, reason });
}
