/**
 * Ordinals by 32 bits of a hash each, in 16 bytes or less: a million of them take 16 MB. Others may have the
 * same hash, so that what is found is compared.
 */
export class OrdinalsByHash {
  /** A hash and its ordinal in each slot, of which at most half are taken; 0 is no ordinal. */
  #slots = new Uint32Array(2 * 1024);
  #size = 0;

  /** An ordinal with this hash that `isWanted` accepts; 0 without one. */
  find(hash: number, isWanted: (ordinal: number) => boolean): number {
    for (let at = this.#first(hash); ; at = this.#next(at)) {
      const ordinal = this.#slots[at + 1] ?? 0;
      if (ordinal === 0 || (this.#slots[at] === hash && isWanted(ordinal))) return ordinal;
    }
  }

  add(hash: number, ordinal: number): void {
    this.#size += 1;
    if (4 * this.#size > this.#slots.length) this.#grow();
    this.#put(hash, ordinal);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const ordinal = before[at + 1] ?? 0;
      if (ordinal !== 0) this.#put(before[at] ?? 0, ordinal);
    }
  }

  #put(hash: number, ordinal: number): void {
    let at = this.#first(hash);
    while (this.#slots[at + 1] !== 0) at = this.#next(at);
    this.#slots[at] = hash;
    this.#slots[at + 1] = ordinal;
  }

  #first(hash: number): number {
    return (hash << 1) & (this.#slots.length - 1);
  }

  #next(at: number): number {
    return (at + 2) & (this.#slots.length - 1);
  }
}

/** A hash of 32 bits. Its seeds are drawn, so that nobody can write texts of one hash. */
export function createHash32(random: () => number): (text: string) => number {
  const [start, factor] = [drawSeed(random), drawSeed(random)];
  return (text) => {
    let hash = start;
    for (let at = 0; at < text.length; at++) {
      hash = Math.imul(hash ^ text.charCodeAt(at), MIXER);
      hash = Math.imul(hash ^ (hash >>> 13), factor);
      hash ^= hash >>> 16;
    }
    return hash >>> 0;
  };
}

/** Of MurmurHash3: makes up for drawn factors that mix poorly. */
const MIXER = 0x85ebca6b;

/** An odd number of 32 bits: multiplying by it loses none. */
function drawSeed(random: () => number): number {
  return (random() * 2 ** 32) | 1;
}
