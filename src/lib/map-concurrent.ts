interface ConcurrentOptions {
  /** How many are worked on, or wait for those before them, at once. */
  readonly limit: number;
  /** Results in the order of the items (the default), or as they come. */
  readonly ordered?: boolean;
  readonly signal?: AbortSignal;
}

type Event<R> =
  | { readonly kind: 'item'; readonly item: IteratorResult<unknown> }
  | { readonly kind: 'result'; readonly value: R }
  | { readonly kind: 'error'; readonly error: unknown };

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
  const iterator = iterate(source);
  const running: Promise<Event<R>>[] = [];
  const stop = aborting<R>(options.signal);
  let reading: Promise<Event<R>> | undefined;
  let more = true;
  try {
    while (true) {
      if (more && running.length < options.limit) reading ??= settle<R>(nextItem(iterator));
      if (!reading && running.length === 0) return;
      const finishing = options.ordered === false ? running : running.slice(0, 1);
      const contenders = [stop.event, ...finishing, ...(reading ? [reading] : [])];
      const { event, from } = await Promise.race(contenders.map(withOrigin));
      if (event.kind === 'error') throw event.error;
      if (event.kind === 'result') {
        running.splice(running.indexOf(from), 1);
        yield event.value;
        continue;
      }
      reading = undefined;
      more = !event.item.done;
      if (more) running.push(settle(asResult(work(event.item.value as T))));
    }
  } finally {
    stop.release();
    // Not awaited: a source that never answers (an open terminal) must not hold us.
    void iterator.return?.();
  }
}

function iterate<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in source
    ? source[Symbol.asyncIterator]()
    : source[Symbol.iterator]();
}

async function nextItem<R>(iterator: AsyncIterator<unknown> | Iterator<unknown>) {
  return { kind: 'item', item: await iterator.next() } satisfies Event<R>;
}

async function asResult<R>(result: Promise<R>) {
  return { kind: 'result', value: await result } satisfies Event<R>;
}

/** Never rejects: an error nobody waits for must not end the process. */
async function settle<R>(event: Promise<Event<R>>): Promise<Event<R>> {
  try {
    return await event;
  } catch (error) {
    return { kind: 'error', error };
  }
}

async function withOrigin<R>(from: Promise<Event<R>>) {
  return { event: await from, from };
}

function aborting<R>(signal: AbortSignal | undefined) {
  const { promise, resolve } = Promise.withResolvers<Event<R>>();
  const onAbort = () => resolve({ kind: 'error', error: signal?.reason });
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return { event: promise, release: () => signal?.removeEventListener('abort', onAbort) };
}
