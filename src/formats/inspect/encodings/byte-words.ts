/** Words with bytes beyond ASCII that are looked at: enough to judge an encoding by. */
const MAX_WORDS = 5000;
const MAX_WORD_LENGTH = 60;

/**
 * The words of a text of unknown encoding that have a byte beyond ASCII, each once, as Latin-1: a
 * byte a character. And the cells around them, since a letter of two bytes may end in an ASCII one.
 */
interface ByteWords {
  readonly words: readonly string[];
  readonly cells: readonly string[];
}

export async function readByteWords(chunks: AsyncIterable<Buffer>): Promise<ByteWords> {
  const words = new Set<string>();
  const cells = new Set<string>();
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    // A text of one endless line is cut anywhere.
    held = end === 0 && text.length > 1_000_000 ? '' : text.slice(end);
    gather(end === 0 && held === '' ? text : text.slice(0, end), words, cells);
    if (words.size >= MAX_WORDS) break;
  }
  gather(held, words, cells);
  return { words: [...words], cells: [...cells] };
}

const WORD = /[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g;
const CELL = /[^\r\n\t,;"]*[\x80-\xff][^\r\n\t,;"]*/g;

function gather(text: string, words: Set<string>, cells: Set<string>): void {
  for (const [cell] of text.matchAll(CELL)) {
    if (words.size >= MAX_WORDS) return;
    cells.add(cell);
    for (const [word] of cell.matchAll(WORD)) if (word.length <= MAX_WORD_LENGTH) words.add(word);
  }
}
