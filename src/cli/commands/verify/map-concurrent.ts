interface ConcurrentOptions {
  /** How many are worked on, or wait for those before them, at once. */
  readonly limit: number;
  /** Results in the order of the items (the default), or as they come. */
  readonly ordered?: boolean;
  readonly signal?: AbortSignal;
}

/** A promise under way, and how it ended. */
interface PendingPromise<V> {
  settled: PromiseSettledResult<V> | undefined;
}

/**
 * Works on the items of a source, a few at a time. Each result is given out as soon as it may be,
 * also while the source keeps us waiting for its next item. The first error ends it, as does the
 * signal, with its reason.
 */
export async function* mapConcurrent<T, R>(
  source: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<R>,
  options: ConcurrentOptions,
): AsyncGenerator<R> {
  for await (const ready of mapTogether(source, work, options)) yield* ready;
}

/** The same, with the results together that may be given out at the same time. */
export async function* mapTogether<T, R>(
  source: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<R>,
  { limit, ordered = true, signal }: ConcurrentOptions,
): AsyncGenerator<readonly R[]> {
  const iterator = iterate(source);
  const change = new NextSettled();
  const running: PendingPromise<R>[] = [];
  let reading: PendingPromise<IteratorResult<T>> | undefined;
  let more = true;
  signal?.addEventListener('abort', change.note, { once: true });
  try {
    while (true) {
      signal?.throwIfAborted();
      if (more && running.length < limit) reading ??= change.watch(nextItem(iterator));
      const ready = takeReady(running, ordered);
      if (ready.length > 0) yield resultsOf(ready);
      else if (reading?.settled) {
        const item = resultOf(reading.settled);
        reading = undefined;
        if (item.done) more = false;
        else running.push(change.watch(work(item.value)));
      } else if (reading || running.length > 0) {
        await change.next();
      } else return;
    }
  } finally {
    signal?.removeEventListener('abort', change.note);
    // Not awaited: a source that never answers (an open terminal) must not hold us.
    void iterator.return?.();
  }
}

function iterate<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in source
    ? source[Symbol.asyncIterator]()
    : source[Symbol.iterator]();
}

async function nextItem<T>(iterator: AsyncIterator<T> | Iterator<T>): Promise<IteratorResult<T>> {
  return await iterator.next();
}

/** Takes out what may be given out: up to the first error, which comes alone. */
function takeReady<V>(running: PendingPromise<V>[], ordered: boolean): PendingPromise<V>[] {
  const ready: PendingPromise<V>[] = [];
  for (let at = 0; at < running.length; ) {
    const one = running[at] as PendingPromise<V>;
    const isFailure = one.settled?.status === 'rejected';
    if (isFailure && ready.length > 0) break;
    if (one.settled) ready.push(...running.splice(at, 1));
    else if (ordered) break;
    else at += 1;
    if (isFailure) break;
  }
  return ready;
}

function resultsOf<V>(ready: readonly PendingPromise<V>[]): V[] {
  return ready.flatMap(({ settled }) => (settled ? [resultOf(settled)] : []));
}

function resultOf<V>(settled: PromiseSettledResult<V>): V {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/**
 * Wakes one waiter when any of many promises settles. Each promise is listened to once: a race at
 * each step would leave a listener at whatever outlives the step, for every item of the source.
 */
class NextSettled {
  #wake = () => {};

  readonly note = (): void => this.#wake();

  /** Never rejects: an error nobody waits for must not end the process. */
  watch<V>(promise: Promise<V>): PendingPromise<V> {
    const pending: PendingPromise<V> = { settled: undefined };
    const settle = (settled: PromiseSettledResult<V>) => {
      pending.settled = settled;
      this.note();
    };
    promise.then(
      (value) => settle({ status: 'fulfilled', value }),
      (reason) => settle({ status: 'rejected', reason }),
    );
    return pending;
  }

  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }
}
