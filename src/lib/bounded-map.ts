/** A map that forgets the entry set longest ago rather than hold more than `most`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const oldest = this.keys().next();
    if (this.size > this.#most && !oldest.done) this.delete(oldest.value);
    return this;
  }
}
