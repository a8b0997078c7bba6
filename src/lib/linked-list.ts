/** A place in a list, kept by the one that may leave the list early. */
export interface Link<Item> {
  readonly item: Item;
  list: LinkedList<Item> | undefined;
  before: Link<Item> | undefined;
  after: Link<Item> | undefined;
}

/**
 * A queue that anybody can leave at once: an array searches for the one that leaves, and a Set searches
 * for its first behind the gaps that the ones before left.
 */
export class LinkedList<Item> {
  size = 0;
  #first: Link<Item> | undefined;
  #last: Link<Item> | undefined;

  get first(): Link<Item> | undefined {
    return this.#first;
  }

  push(item: Item): Link<Item> {
    const link: Link<Item> = { item, list: undefined, before: undefined, after: undefined };
    this.#append(link);
    return link;
  }

  /** Nothing happens where the link is not in this list. */
  remove(link: Link<Item>): void {
    if (link.list !== this) return;
    const { before, after } = link;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    link.list = undefined;
    link.before = undefined;
    link.after = undefined;
    this.size--;
  }

  shift(): Item | undefined {
    const first = this.#first;
    if (first) this.remove(first);
    return first?.item;
  }

  moveToEnd(link: Link<Item>): void {
    if (link === this.#last || link.list !== this) return;
    this.remove(link);
    this.#append(link);
  }

  #append(link: Link<Item>): void {
    link.list = this;
    link.before = this.#last;
    if (this.#last) this.#last.after = link;
    else this.#first = link;
    this.#last = link;
    this.size++;
  }
}
