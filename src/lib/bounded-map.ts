/** A map that forgets the entry set longest ago rather than hold more than `max`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  /** Stands behind what was forgotten: a new iterator steps over thousands of deleted entries. */
  #oldest: MapIterator<Key> | undefined;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size <= this.#max) return this;
    this.#oldest ??= this.keys();
    const oldest = this.#oldest.next();
    if (!oldest.done) this.delete(oldest.value);
    return this;
  }
}
