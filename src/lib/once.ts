/** A function that makes its value when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface SharedWork<T> {
  readonly result: Promise<T>;
  /** The work was under way already. */
  readonly joined: boolean;
}

/** Those who ask for the same thing at the same time share one piece of work, and its failure. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  share(key: string, work: () => Promise<T>): SharedWork<T> {
    const running = this.#running.get(key);
    if (running) return { result: running, joined: true };
    const result = work().finally(() => this.#running.delete(key));
    this.#running.set(key, result);
    return { result, joined: false };
  }
}
