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
