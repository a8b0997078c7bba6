import { MAX_BATCH_SIZE } from '../../contract/limits.ts';

/**
 * `sent`: the batch is at the service, or that it may be there is on record. `most`: so many addresses may
 * go in place of the range. `later`: nothing of the list may go now.
 */
export type Sent = 'sent' | 'later' | { readonly most: number };

/** The places of a list in the order of sending. */
export interface PlacedList<Range> {
  /** The next places that no batch has, at most `most` of them; undefined: each has one. */
  cut(most: number): Range | undefined | Promise<Range | undefined>;
}

/**
 * The way to the service that verifies a list. Where answers may be lost, the transport notes a batch before
 * it sends it, and looks for it afterwards.
 */
export interface ListTransport<Range, Answer> {
  /** Sends a range as one batch. What was done before is durable then. */
  send(range: Range): Promise<Sent>;
  /** What has come of open batches since the last time. */
  follow(): AsyncIterable<Answer>;
  /** Keeps the results of an answer in the list. To do it twice changes nothing. */
  collect(answer: Answer): Promise<void>;
  /** Waits until there may be more to do. False: the list has ended, or is seen to another time. */
  rest(): Promise<boolean>;
}

/**
 * Verifies a list from wherever it stands:
 *
 *               ┌─ refused: fewer, or later ─┐
 *               ▼                            │
 *     unsent ──cut──► range ──send───────────┴──► open ──follow──► answered ──collect──► collected
 *       ▲                                                                                   │ all
 *       │                                                                                   ▼
 *       └────────────── retry, revision, round of a watch: further places ────────────── ended
 *
 * A batch is a range of places, so a smaller one needs no change of the list. What is sent is on record
 * before, and what came is durable before the next batch is sent and before a rest: the process may die
 * anywhere, and another run goes on from there. What came since then, it asks for again.
 */
export async function* runList<Range, Answer>(
  list: PlacedList<Range>,
  transport: ListTransport<Range, Answer>,
): AsyncGenerator<'sent' | 'collected', void> {
  do {
    for await (const answer of transport.follow()) {
      await transport.collect(answer);
      yield 'collected';
    }
    for (let most = MAX_BATCH_SIZE; most > 0; ) {
      const range = await list.cut(most);
      if (!range) break;
      const sent = await transport.send(range);
      if (sent === 'later') break;
      most = sent === 'sent' ? MAX_BATCH_SIZE : sent.most;
      if (sent === 'sent') yield 'sent';
    }
  } while (await transport.rest());
}
