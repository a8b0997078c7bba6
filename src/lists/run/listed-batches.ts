import type { ServiceClient } from '../../client/service-client.ts';
import type { Batch } from '../../contract/decode.ts';
import { listAllBatches } from './find-batch.ts';

/** The batches that the service lists: each page is asked for once, however often they are gone through. */
export class ListedBatches implements AsyncIterable<Batch> {
  readonly #seen: Batch[] = [];
  readonly #rest: AsyncIterator<Batch>;
  #failure: { readonly error: unknown } | undefined;

  constructor(client: ServiceClient, signal: AbortSignal) {
    this.#rest = listAllBatches(client, signal);
  }

  /** Whether the list shows the batch, as far as anybody has gone through it. */
  shows(id: string | null): boolean {
    return this.#seen.some((batch) => batch.id === id);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch, undefined> {
    for (let at = 0; ; at += 1) {
      const known = this.#seen[at] ?? (await this.#next());
      if (known === undefined) return undefined;
      yield known;
    }
  }

  async #next(): Promise<Batch | undefined> {
    // A generator that has thrown ends: that would pass for the end of the list.
    if (this.#failure) throw this.#failure.error;
    try {
      const { done, value } = await this.#rest.next();
      if (done) return undefined;
      this.#seen.push(value);
      return value;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
