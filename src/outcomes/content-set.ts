const START_SIZE = 1 << 12;

/** Keys of 16 hexadecimal digits, eight bytes each: a million of them fill 32 MB. */
export class ContentSet {
  #slots = new BigUint64Array(START_SIZE);
  #count = 0;

  /** False where it was there. */
  add(hex: string): boolean {
    // Zero stands for an empty slot.
    const key = BigInt(`0x${hex}`) || 1n;
    if (!this.#put(this.#slots, key)) return false;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#grow();
    return true;
  }

  #put(slots: BigUint64Array, key: bigint): boolean {
    const mask = slots.length - 1;
    let at = Number(key & 0xffffffffn) & mask;
    for (; slots[at] !== 0n; at = (at + 1) & mask) if (slots[at] === key) return false;
    slots[at] = key;
    return true;
  }

  #grow(): void {
    const larger = new BigUint64Array(this.#slots.length * 2);
    for (const key of this.#slots) if (key !== 0n) this.#put(larger, key);
    this.#slots = larger;
  }
}
