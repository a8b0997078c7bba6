import { Readable } from 'node:stream';
import type { Clock } from '../../lib/clock.ts';
import type { PageContext } from '../environment.ts';
import { tooLarge } from '../form.ts';
import { watchRate } from './least-rate.ts';
import type { ReceivingPlace } from './receiving-places.ts';
import { cutOff } from './upload-errors.ts';

interface BodyRules {
  readonly maxBytes: number;
  readonly place: Pick<ReceivingPlace, 'signal' | 'received'>;
  /** Ends the reading with its reason. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** The body as it arrives. Throws a 408 where it drips, a 413, a 422 where it breaks off, or a signal's reason. */
export async function* watchedBody(
  c: PageContext,
  { maxBytes, place, signal, clock }: BodyRules,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  const ended = new AbortController();
  const signals = AbortSignal.any([place.signal, signal, ended.signal]);
  const faults = watchRate(clock, () => length, signals);
  faults.catch(() => {});
  const chunks = bodyOf(c);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), faults]);
      if (next.done) return;
      length += next.value.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      place.received(next.value.length);
      yield next.value;
    }
  } finally {
    ended.abort();
    // Not awaited, as `for await` would do: the next chunk may never come.
    chunks.return(undefined).catch(() => {});
  }
}

export async function* bodyOf(c: PageContext): AsyncGenerator<Uint8Array> {
  try {
    yield* rawBody(c);
  } catch {
    throw cutOff();
  }
}

/** Straight from the socket, where there is one: a web stream holds twice as much on its way. */
function rawBody(c: PageContext): AsyncIterable<Uint8Array> {
  const { incoming } = c.env ?? {};
  // Not destroyed when it is left early: the answer goes over the same connection.
  if (incoming instanceof Readable) return incoming.iterator({ destroyOnReturn: false });
  return Readable.from(c.req.raw.body ?? []);
}
