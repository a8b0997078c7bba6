import { setSharedAlarm } from '../../lib/shared-alarms.ts';
import type { ProbeContext } from '../engine/probe-context.ts';

/** A session without work. */
interface Idle {
  readonly provider: string;
  readonly signal: AbortSignal;
}

/**
 * The sessions of one pool that stay open for the next batch:
 *
 *   nothing to ask ──idle──job queued──▶ asks again
 *                     └── time over, place wanted, stopped ──▶ closed
 */
export class IdleSessions {
  readonly #context: ProbeContext;
  readonly #waiting = new Set<(isResumed: boolean) => void>();

  constructor(context: ProbeContext) {
    this.#context = context;
  }

  /** Whether a session with this provider may stay open: nobody waits for its place. */
  mayStay(provider: string): boolean {
    const { pacing, sessionIdle } = this.#context;
    return sessionIdle > 0 && !pacing.isShort(provider);
  }

  /** A job is queued. */
  resume(): void {
    for (const end of this.#waiting) end(true);
  }

  /** Waits for a job. False where the session has to be closed. */
  async wait({ provider, signal }: Idle): Promise<boolean> {
    if (signal.aborted || !this.mayStay(provider)) return false;
    const { clock, pacing, sessionIdle } = this.#context;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const close = () => resolve(false);
    const forget = pacing.noteIdle(provider, close);
    const cancelAlarm = setSharedAlarm(clock, sessionIdle, close);
    this.#waiting.add(resolve);
    signal.addEventListener('abort', close);
    const isResumed = await promise;
    signal.removeEventListener('abort', close);
    this.#waiting.delete(resolve);
    cancelAlarm();
    forget();
    return isResumed;
  }
}
