import type { Clock } from './clock.ts';

/** Whether the work ends within `ms` milliseconds. Rejects with what it rejects with until then. */
export async function endsWithin(
  work: Promise<void>,
  ms: number,
  clock: Pick<Clock, 'sleep'>,
): Promise<boolean> {
  const inTime = new AbortController();
  const timeout = clock.sleep(ms, inTime.signal).then(
    () => false,
    () => true,
  );
  return Promise.race([work.then(() => true), timeout]).finally(() => inTime.abort());
}
