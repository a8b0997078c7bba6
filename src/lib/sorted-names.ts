/** Look-ups in the text before a set pays: one takes 2 µs there, and a set of 56,000 names 20 ms. */
const MANY = 2000;

/** A text that `SortedNames` reads. Names hold no line breaks. */
export function toSortedText(names: Iterable<string>): string {
  return [...names].sort().join('\n');
}

/** Names that are looked up in their text, so that a few look-ups in a long list cost next to nothing. */
export class SortedNames {
  readonly #text: string;
  #lookups = 0;
  #set: ReadonlySet<string> | undefined;

  /** `text`: a name a line, in the order of code units, as `toSortedText` writes it. */
  constructor(text: string) {
    this.#text = text;
  }

  has(name: string): boolean {
    if (this.#set) return this.#set.has(name);
    this.#lookups += 1;
    if (this.#lookups > MANY) this.#set = new Set(this.#text.split('\n'));
    return this.#search(name);
  }

  #search(name: string): boolean {
    const text = this.#text;
    let low = 0;
    let high = text.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : text.lastIndexOf('\n', middle - 1) + 1;
      const lineEnd = text.indexOf('\n', middle);
      const end = lineEnd === -1 ? text.length : lineEnd;
      const found = text.slice(start, end);
      if (found === name) return true;
      if (found < name) low = end + 1;
      else high = start - 1;
    }
    return false;
  }
}
