/** What services answer while their database is away, and when they answer again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetNode } from '../node.ts';

interface Watched {
  readonly services: readonly FleetNode[];
  readonly key: string;
}

/** The first seconds of an outage: statements that were under way may still be answered. */
const GRACE_MS = 3000;
const ANSWER_WITHIN_MS = 10_000;
const BACK_WITHIN_MS = 60_000;
const ENOUGH = 3;

/** Asks until it is ended; then says what was answered wrongly. */
export function whileAway({ services, key }: Watched): { end(): Promise<readonly string[]> } {
  const faults = new Set<string>();
  let [refusals, isOver] = [0, false];
  const ask = async (service: FleetNode) => {
    await sleep(GRACE_MS);
    while (!isOver) {
      const answer = await write(service, key);
      if (isOver) return;
      if (answer.status === 503 && answer.retryAfter !== null) refusals++;
      else if (answer.status !== 200) faults.add(`answered ${JSON.stringify(answer)}`);
      await sleep(200);
    }
  };
  const asked = services.map(ask);
  return {
    async end() {
      isOver = true;
      await Promise.all(asked);
      if (refusals < ENOUGH) faults.add(`was noticed ${refusals} times`);
      return [...faults];
    },
  };
}

/** Milliseconds until all answer again; undefined where one of them doesn't. */
export async function untilBack({ services, key }: Watched): Promise<number | undefined> {
  const since = performance.now();
  while (performance.now() - since < BACK_WITHIN_MS) {
    const answers = await Promise.all(services.map((service) => write(service, key)));
    if (answers.every(({ status }) => status === 200)) return performance.now() - since;
    await sleep(100);
  }
  return undefined;
}

interface Answer {
  readonly status: number | 'none';
  readonly retryAfter: string | null;
}

/** A verification of the sandbox: it writes a row, and costs nothing. */
async function write({ url }: FleetNode, key: string): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anything@sandbox.test' }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.arrayBuffer();
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  } catch {
    return { status: 'none', retryAfter: null };
  }
}
