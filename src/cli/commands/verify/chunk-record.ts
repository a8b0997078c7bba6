import { unreadable } from '../../io/list-input.ts';

/** The chunks of stdin as they arrive; the first ones are kept until it is known what reads them. */
export class ChunkRecord {
  readonly #iterator: AsyncIterator<Uint8Array | string>;
  #kept: Buffer[] | undefined = [];
  #pending: Promise<Buffer | undefined> | undefined;

  constructor(stream: AsyncIterable<Uint8Array | string>) {
    this.#iterator = stream[Symbol.asyncIterator]();
  }

  /** The next chunk; undefined at the end. A wait that was given up goes on, and so does a failure. */
  next(): Promise<Buffer | undefined> {
    this.#pending ??= this.#read().then((chunk) => {
      this.#pending = undefined;
      return chunk;
    });
    return this.#pending;
  }

  /** The chunks that came so far; those that follow are not kept. */
  take(): readonly Buffer[] {
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    return kept;
  }

  /** All chunks, those that came so far included. */
  async *all(): AsyncGenerator<Buffer> {
    yield* this.from([...(this.#kept ?? [])]);
  }

  /** Some chunks, and those that follow. */
  async *from(start: readonly Buffer[]): AsyncGenerator<Buffer> {
    try {
      yield* start;
      for (let next = await this.next(); next; next = await this.next()) yield next;
    } finally {
      // Not awaited: a source that never answers (an open terminal) must not hold us.
      void this.#iterator.return?.();
    }
  }

  async #read(): Promise<Buffer | undefined> {
    try {
      const next = await this.#iterator.next();
      if (next.done) return undefined;
      const chunk = Buffer.from(next.value as Uint8Array);
      this.#kept?.push(chunk);
      return chunk;
    } catch (error) {
      throw unreadable('stdin', error);
    }
  }
}
