/** The least of many, by an order; of equals the one that came first. */
export class Heap<Item> {
  readonly #items: { readonly item: Item; readonly number: number }[] = [];
  readonly #order: (one: Item, other: Item) => number;
  #pushed = 0;

  constructor(order: (one: Item, other: Item) => number) {
    this.#order = order;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): Item | undefined {
    return this.#items[0]?.item;
  }

  push(item: Item): void {
    let at = this.#items.push({ item, number: this.#pushed++ }) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#isLess(at, up); up = (at - 1) >> 1) {
      this.#swap(at, up);
      at = up;
    }
  }

  pop(): Item | undefined {
    const first = this.#items[0]?.item;
    const last = this.#items.pop();
    if (!last || this.#items.length === 0) return first;
    this.#items[0] = last;
    let at = 0;
    for (let least = this.#leastChild(at); this.#isLess(least, at); least = this.#leastChild(at)) {
      this.#swap(at, least);
      at = least;
    }
    return first;
  }

  /** The item itself where it has no child. */
  #leastChild(at: number): number {
    const left = 2 * at + 1;
    if (left >= this.size) return at;
    return left + 1 < this.size && this.#isLess(left + 1, left) ? left + 1 : left;
  }

  #isLess(at: number, than: number): boolean {
    const [one, other] = [this.#items[at], this.#items[than]];
    if (!one || !other || at === than) return false;
    const order = this.#order(one.item, other.item);
    return order < 0 || (order === 0 && one.number < other.number);
  }

  #swap(at: number, other: number): void {
    const items = this.#items;
    const held = items[at];
    const second = items[other];
    if (!held || !second) return;
    items[at] = second;
    items[other] = held;
  }
}
