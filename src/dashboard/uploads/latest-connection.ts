import { PageError } from '../page-error.ts';

/**
 * Of several connections that send the same file the newest counts: an upload that goes on after a cut would else
 * wait for the one that the service does not yet know to be gone.
 */
export class LatestConnection {
  readonly #current = new Map<string, { readonly end: () => void; readonly left: Promise<void> }>();

  /** Ends the connection that has the file now, and runs `work` when it has left. */
  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#current.get(id);
    const control = new AbortController();
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const mine = { end: () => control.abort(superseded()), left };
    this.#current.set(id, mine);
    before?.end();
    try {
      await before?.left;
      control.signal.throwIfAborted();
      return await work(control.signal);
    } finally {
      if (this.#current.get(id) === mine) this.#current.delete(id);
      leave();
    }
  }
}

function superseded(): PageError {
  return new PageError(409, 'Another connection goes on with this file', { Connection: 'close' });
}
