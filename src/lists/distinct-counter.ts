/**
 * Counts distinct texts in little memory: 16 bytes each at most, by 64-bit fingerprints. Two of a
 * million texts share one with a chance of 1 in 30 million: enough for counting, not for deciding.
 */
export class DistinctCounter {
  #slots = new Uint32Array(2 * FIRST_CAPACITY);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const low = fingerprint(text, 0x811c9dc5);
    // A slot of zeros is a free one.
    const high = fingerprint(text, 0x9747b28c) || 1;
    if (!this.#insert(low, high)) return;
    this.#count++;
    if (this.#count * 4 > this.#slots.length) this.#grow();
  }

  #insert(low: number, high: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    let slot = low & mask;
    while (slots[2 * slot + 1] !== 0) {
      if (slots[2 * slot] === low && slots[2 * slot + 1] === high) return false;
      slot = (slot + 1) & mask;
    }
    slots[2 * slot] = low;
    slots[2 * slot + 1] = high;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += 2) {
      const high = old[at + 1] as number;
      if (high !== 0) this.#insert(old[at] as number, high);
    }
  }
}

/** A power of two. */
const FIRST_CAPACITY = 1024;

/** 32 bits of a text; different seeds give independent ones. Mixing steps as in MurmurHash3 (public domain). */
function fingerprint(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0xcc9e2d51);
    hash = (hash << 15) | (hash >>> 17);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
