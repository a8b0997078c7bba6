import type { ListRow } from '../row.ts';
import type { JudgedRow } from './judged-row.ts';
import type { FileWriter, Renderer } from './renderer.ts';

/** Turns judged rows into text. It keeps no state. */
export interface TextFormat {
  /** What a file begins with. */
  readonly start: string;
  row(judged: JudgedRow): string;
  before(isFirst: boolean): string;
  after(row: ListRow): string;
  /** A blank line of the list. */
  blank(row: ListRow): string;
  end(isEmpty: boolean): string;
}

/** Characters gathered before they are handed on. */
const PIECE_SIZE = 64 * 1024;

export function createTextRenderer(format: TextFormat): Renderer<string> {
  return { row: format.row, open: () => createTextWriter(format) };
}

function createTextWriter(format: TextFormat): FileWriter<string> {
  let text = format.start;
  let isEmpty = true;
  return {
    add(row, line) {
      text += format.before(isEmpty) + line + format.after(row);
      isEmpty = false;
    },
    addBlank(row) {
      text += format.blank(row);
    },
    isFull: () => text.length >= PIECE_SIZE,
    take() {
      const taken = text;
      text = '';
      return taken;
    },
    end() {
      text += format.end(isEmpty);
    },
  };
}
