import type { ListMoment, ProviderWork, Waits } from '../../../src/lib/time-left/rates.ts';

/** Mail hosts of one kind, as a list meets them. */
export interface HostKind {
  readonly name: string;
  /** Of the addresses of the list. */
  readonly share: number;
  /** Addresses a second, all sessions together. */
  readonly rate: number;
  /** Of its addresses: asked again after `GREYLIST_S`. */
  readonly greylisted?: number;
  /** Seconds of work, and then of a pause, again and again. */
  readonly pauses?: readonly [work: number, pause: number];
}

export interface World {
  readonly size: number;
  /** Addresses of a batch, and batches open at a time; absent: all is sent at once. */
  readonly batches?: { readonly size: number; readonly open: number };
  /** Of the addresses: answered from the cache. */
  readonly cached?: number;
  /** Seconds between the times at which results are seen. */
  readonly burst?: number;
  /** The second until which nobody could know what will come. */
  readonly judgedFrom?: number;
  readonly kinds: readonly HostKind[];
}

const GREYLIST_S = 300;
const MAX_S = 40_000;
/** Addresses a second from the cache. */
const CACHE_RATE = 2000;

interface Batch {
  /** By kind: addresses that are to be asked; the last is the cache. */
  readonly toAsk: number[];
  readonly waiting: { kind: number; due: number }[];
  left: number;
}

/** What a program sees of a list, second by second, with all that it could know. */
export function* runWorld(world: World, random: () => number): Generator<ListMoment> {
  const kinds = [...world.kinds, { name: 'cache', share: 0, rate: CACHE_RATE }];
  const settled = kinds.map(() => 0);
  const credit = kinds.map(() => 0);
  const queue = cutBatches(world, kinds.length - 1, random);
  const open: Batch[] = [];
  const places = world.batches?.open ?? queue.length;
  let [sent, done, shown] = [0, 0, 0];
  for (let second = 0; second <= MAX_S; second++) {
    while (open.length < places && queue.length > 0) {
      const batch = queue.shift() as Batch;
      open.push(batch);
      sent += batch.left;
    }
    if (second % (world.burst ?? 1) === 0 || done === world.size) shown = done;
    yield {
      at: second * 1000,
      total: world.size,
      done: shown,
      sent,
      waits: waitsOf(open, second),
      providers: workOf(kinds, { open, settled, second }),
    };
    if (shown === world.size) return;
    for (const [index, kind] of kinds.entries()) {
      const asked = pauseLeft(kind, second) > 0 ? 0 : kind.rate * (0.5 + random());
      credit[index] = Math.min((credit[index] ?? 0) + asked, asked + 1);
      for (const batch of open) {
        const again = batch.waiting.filter((wait) => wait.kind === index && wait.due <= second);
        while ((credit[index] ?? 0) >= 1 && (again.length > 0 || (batch.toAsk[index] ?? 0) > 0)) {
          credit[index] = (credit[index] ?? 0) - 1;
          const repeated = again.pop();
          if (repeated) batch.waiting.splice(batch.waiting.indexOf(repeated), 1);
          else batch.toAsk[index] = (batch.toAsk[index] ?? 0) - 1;
          if (!repeated && random() < (kind.greylisted ?? 0)) {
            batch.waiting.push({ kind: index, due: second + GREYLIST_S });
            continue;
          }
          settled[index] = (settled[index] ?? 0) + 1;
          batch.left--;
          done++;
        }
      }
    }
    for (const batch of open.filter(({ left }) => left === 0)) open.splice(open.indexOf(batch), 1);
  }
}

/** Large kinds are spread evenly over the batches, by chance a little more or less. */
function cutBatches(
  { size, batches, cached = 0, kinds }: World,
  cache: number,
  random: () => number,
) {
  const cut: Batch[] = [];
  for (let at = 0; at < size; at += batches?.size ?? size) {
    const count = Math.min(batches?.size ?? size, size - at);
    const toAsk = [...kinds.map(() => 0), 0];
    for (let address = 0; address < count; address++) {
      const kind = random() < cached ? cache : draw(kinds, random());
      toAsk[kind] = (toAsk[kind] ?? 0) + 1;
    }
    cut.push({ toAsk, waiting: [], left: count });
  }
  return cut;
}

function draw(kinds: readonly HostKind[], at: number): number {
  let sum = 0;
  const found = kinds.findIndex(({ share }) => {
    sum += share;
    return at < sum;
  });
  return found === -1 ? kinds.length - 1 : found;
}

function pauseLeft({ pauses }: HostKind, second: number): number {
  if (!pauses) return 0;
  const [work, pause] = pauses;
  const within = second % (work + pause);
  return within < work ? 0 : work + pause - within;
}

function waitsOf(open: readonly Batch[], second: number): Waits[] {
  const dues = open.flatMap(({ waiting }) => waiting.map(({ due }) => due));
  const ahead = dues.filter((due) => due > second);
  if (ahead.length === 0) return [];
  const left = (Math.min(...ahead) - second) * 1000;
  return [{ reason: 'greylisted', count: ahead.length, left }];
}

function workOf(
  kinds: readonly HostKind[],
  state: { open: readonly Batch[]; settled: readonly number[]; second: number },
): ProviderWork[] {
  return kinds.slice(0, -1).map((kind, index) => ({
    provider: kind.name,
    open: state.open.reduce((sum, { toAsk, waiting }) => {
      const due = waiting.filter((wait) => wait.kind === index && wait.due <= state.second);
      return sum + (toAsk[index] ?? 0) + due.length;
    }, 0),
    waiting: state.open.reduce((sum, { waiting }) => {
      return sum + waiting.filter((wait) => wait.kind === index && wait.due > state.second).length;
    }, 0),
    settled: state.settled[index] ?? 0,
    closedFor: pauseLeft(kind, state.second) * 1000,
  }));
}
