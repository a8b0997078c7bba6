import { readXml } from './xml.ts';

/** Strings of a block. */
const BLOCK_SIZE = 1024;

/**
 * Many strings in little memory: as UTF-8, a thousand in one buffer. As JavaScript strings, a
 * million addresses would take some 60 MB beside their letters, and each would keep alive the text
 * that it was cut from.
 */
export class StringTable {
  readonly #blocks: { readonly bytes: Buffer; readonly ends: Uint32Array }[] = [];
  #open: string[] = [];
  /** Bytes taken, about. */
  size = 0;

  add(text: string): void {
    this.#open.push(text);
    this.size += text.length + COST;
    if (this.#open.length === BLOCK_SIZE) this.#close();
  }

  get(index: number): string | undefined {
    const block = this.#blocks[Math.floor(index / BLOCK_SIZE)];
    const place = index % BLOCK_SIZE;
    if (!block) return this.#open[index - this.#blocks.length * BLOCK_SIZE];
    return block.bytes.toString('utf8', block.ends[place - 1] ?? 0, block.ends[place]);
  }

  #close(): void {
    const parts = this.#open.map((text) => Buffer.from(text));
    let end = 0;
    const ends = Uint32Array.from(parts, ({ length }) => (end += length));
    this.#blocks.push({ bytes: Buffer.concat(parts), ends });
    this.#open = [];
  }
}

/** Bytes that a string takes beside its letters. */
const COST = 8;

/** Gathers the text of `<si>` and `<is>`: runs follow each other, phonetic hints are left out. */
export function createRichText() {
  let text = '';
  let [inText, hint] = [false, false];
  return {
    open(name: string): void {
      if (name === 't') inText = true;
      else if (name === 'rPh') hint = true;
    },
    close(name: string): void {
      if (name === 't') inText = false;
      else if (name === 'rPh') hint = false;
    },
    text(piece: string): void {
      if (inText && !hint) text += piece;
    },
    size: () => text.length,
    take(): string {
      const taken = text;
      text = '';
      return withCharacters(taken);
    },
  };
}

/** ST_Xstring (ECMA-376 part 1, 22.9.2.19): characters that XML can't hold stand as `_x000D_`. */
export function withCharacters(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Reads the shared strings; `check` may throw when a string, or all of them, are too large. */
export async function readStrings(
  bytes: AsyncIterable<Buffer>,
  check: (length: number, total: number) => void,
): Promise<StringTable> {
  const table = new StringTable();
  const rich = createRichText();
  await readXml(bytes, {
    open: rich.open,
    text(piece) {
      rich.text(piece);
      check(rich.size(), table.size);
    },
    close(name) {
      rich.close(name);
      if (name !== 'si') return;
      table.add(rich.take());
      check(0, table.size);
    },
  });
  return table;
}
