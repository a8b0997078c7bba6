/** An item of a list, with what is needed to remove it early. */
export interface Link<Item> {
  readonly item: Item;
  list: LinkedList<Item> | undefined;
  before: Link<Item> | undefined;
  after: Link<Item> | undefined;
}

/**
 * A queue from which any item can be removed in constant time. An array searches for the removed
 * item, and a Set skips the gaps of removed items to find its first.
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
