import type { ListRow } from '../row.ts';
import type { RowOutcome } from './outcome.ts';
import type { FileWriter, Renderer } from './renderer.ts';

/** Turns outcomes into text. It keeps no state. */
export interface TextFormat {
  /** What a file begins with. */
  readonly start: string;
  row(outcome: RowOutcome): string;
  before(isFirst: boolean): string;
  /** `isLast` is true for the last (usually only) outcome of its row in the file. */
  after(row: ListRow, isLast: boolean): string;
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
    add(row, lines) {
      const last = lines.length - 1;
      for (let index = 0; index <= last; index++) {
        text += format.before(isEmpty) + lines[index] + format.after(row, index === last);
        isEmpty = false;
      }
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
