/** What one process may take for granted although another may have changed it: as for keys. */
const LIFETIME_MS = 1000;

export interface Remembered<T> {
  get(): Promise<T>;
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
  return {
    async get() {
      if (known && known.until > now()) return known.answer;
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
