/** What one process may take for granted although another may have changed it: as for keys. */
const LIFETIME_MS = 1000;

interface Remembered<T> {
  get(): Promise<T>;
  /** Undefined where it has to be asked for. */
  known(): T | undefined;
  /** Called after a change by this process. */
  forget(): void;
}

/** Asks, and remembers the answer for a second: requests come in runs. */
export function remembered<T>(
  ask: () => Promise<T>,
  now: () => number = () => performance.now(),
): Remembered<T> {
  let known: { readonly answer: T; readonly until: number } | undefined;
  let changes = 0;
  const recall = () => (known && known.until > now() ? known.answer : undefined);
  return {
    known: recall,
    async get() {
      const recalled = recall();
      if (recalled !== undefined) return recalled;
      const [before, until] = [changes, now() + LIFETIME_MS];
      const answer = await ask();
      // One that was asked for before a change may be the answer of before.
      if (changes === before) known = { answer, until };
      return answer;
    },
    forget() {
      changes++;
      known = undefined;
    },
  };
}

/** A success is reused for this long, in milliseconds, since anybody may send probes. */
const HOLDS_MS = 1000;

/** Concurrent probes share one attempt. */
export function sharedProbe(attempt: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let holdsUntil = Number.NEGATIVE_INFINITY;
  const run = async () => {
    try {
      await attempt();
      holdsUntil = performance.now() + HOLDS_MS;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (performance.now() < holdsUntil) return;
    running ??= run();
    await running;
  };
}
