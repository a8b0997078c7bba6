/** What a neighbour waits for while another team keeps the service busy. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CACHED, type Fill, type Team, type World } from './world.ts';

/** One row of the table. */
export interface Row {
  readonly name: string;
  readonly fill?: Fill;
  /** Floods the service until the signal aborts, or until it is done. */
  readonly flood?: (world: World, signal: AbortSignal) => Promise<unknown>;
  /** One request whose own time counts. */
  readonly once?: (world: World) => Promise<unknown>;
  /** What a neighbour asks; default: an address whose answer is cached. */
  readonly ask?: (world: World) => Promise<unknown>;
  /** The longest time in ms that is wanted: of the neighbour's p99, or of `once`. */
  readonly wanted: number;
}

const ASK_EVERY_MS = 5;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Measures a row, prints its line and says whether it is within what is wanted. */
export async function measure(row: Row, world: World): Promise<boolean> {
  const quiet = await waits(row, world, delay(world.sizes.seconds * 500));
  const work = new AbortController();
  const began = performance.now();
  const busy = row.flood
    ? Promise.race([row.flood(world, work.signal), delay(world.sizes.seconds * 1000)])
    : row.once?.(world);
  let took = Number.NaN;
  const ended = Promise.resolve(busy).then(() => {
    took = performance.now() - began;
  });
  const beside = await waits(row, world, ended);
  work.abort();
  const worst = row.once ? Math.max(took, beside.p99) : beside.p99;
  print(row, world, { quiet, beside, took: row.once ? took : undefined });
  // What the flood left in the service must not count for the next row.
  await delay(500);
  return worst <= row.wanted;
}

interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

async function waits(row: Row, world: World, until: Promise<unknown>): Promise<Waits> {
  const { ask = askCached } = row;
  let over = false;
  void until.then(() => {
    over = true;
  });
  const times: number[] = [];
  do {
    const began = performance.now();
    await ask(world);
    times.push(performance.now() - began);
    await delay(ASK_EVERY_MS);
  } while (!over);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5) ?? 0, p99: at(0.99) ?? 0, longest: times.at(-1) ?? 0 };
}

interface Measured {
  readonly quiet: Waits;
  readonly beside: Waits;
  readonly took: number | undefined;
}

export const HEADER = `${'ms'.padEnd(62)}${'quiet p50'.padStart(10)}${'p99'.padStart(8)}${'beside p50'.padStart(12)}${'p99'.padStart(8)}${'longest'.padStart(9)}${'ratio'.padStart(8)}${'took'.padStart(9)}${'wanted'.padStart(8)}\n`;

function print(row: Row, { kind }: World, { quiet, beside, took }: Measured): void {
  const ms = (value: number, width: number) => value.toFixed(1).padStart(width);
  const ratio = beside.p99 / Math.max(quiet.p99, 0.1);
  process.stdout.write(
    `${`${kind}: ${row.name}`.padEnd(62)}${ms(quiet.p50, 10)}${ms(quiet.p99, 8)}${ms(beside.p50, 12)}${ms(beside.p99, 8)}${ms(beside.longest, 9)}${ms(ratio, 8)}${took === undefined ? ''.padStart(9) : ms(took, 9)}${String(row.wanted).padStart(8)}\n`,
  );
}

function askCached({ url, neighbour }: World): Promise<number> {
  return send(`${url}/api/v1/verify`, {
    method: 'POST',
    headers: { ...keyOf(neighbour), 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: CACHED }),
  });
}

export function keyOf({ key }: Team): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Answers other than 200 are an answer too. */
  readonly anyStatus?: boolean;
}

/** Reads an answer to its end, and resolves with its size. Rejects unless it is 200. */
export function send(url: string, sent: Sent = {}): Promise<number> {
  const { method = 'GET', headers = {}, body, signal, anyStatus = false } = sent;
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers, ...(signal && { signal }) }, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 || anyStatus
          ? resolve(size)
          : reject(new Error(`${answer.statusCode} ${url}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Sends requests over several connections, each as soon as its last one is answered. */
export function connections(
  count: number,
  { signal }: { readonly signal: AbortSignal },
  one: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  const loop = async () => {
    while (!signal.aborted) await one(signal).catch(() => {});
  };
  return Promise.all(Array.from({ length: count }, loop));
}
