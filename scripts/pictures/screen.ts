import xterm from '@xterm/headless';
import type { Chunk, TerminalSize } from './record.ts';

/** Cells of one line that look alike. */
export interface Run {
  readonly column: number;
  readonly text: string;
  /** An ANSI colour from 0 to 15; undefined for the default. */
  readonly colour: number | undefined;
  readonly isDim: boolean;
  readonly isBold: boolean;
}

/** What a line showed for a while. */
export interface ShownLine {
  readonly row: number;
  readonly runs: readonly Run[];
  /** Seconds. */
  readonly from: number;
  /** Undefined for what is there in the end. */
  readonly until: number | undefined;
}

/** Plays what a program wrote in a terminal, and returns what each of its lines showed and when. */
export async function playTerminal(
  chunks: readonly Chunk[],
  { columns, rows }: TerminalSize,
): Promise<ShownLine[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const shown: ShownLine[] = [];
  let current: (ShownLine & { readonly key: string })[] = [];
  for (const { at, text } of chunks) {
    await new Promise<void>((done) => terminal.write(text, done));
    current = Array.from({ length: rows }, (_, row) => {
      const runs = runsOf(terminal, row);
      const key = JSON.stringify(runs);
      const before = current[row];
      if (before?.key === key) return before;
      if (before) shown.push({ ...before, until: at });
      return { row, runs, from: at, until: undefined, key };
    });
  }
  return [...shown, ...current].filter(({ runs }) => runs.length > 0);
}

/** The text of a screen at its end, a line each. */
export function finalText(lines: readonly ShownLine[]): string[] {
  return lines
    .filter(({ until }) => until === undefined)
    .map(({ runs }) =>
      runs.reduce((text, run) => text.padEnd(run.column) + run.text, '').trimEnd(),
    );
}

function runsOf(terminal: InstanceType<typeof xterm.Terminal>, row: number): Run[] {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    const text = cell?.getChars() || ' ';
    const look = {
      colour: cell?.isFgPalette() ? cell.getFgColor() : undefined,
      isDim: Boolean(cell?.isDim()),
      isBold: Boolean(cell?.isBold()),
    };
    const last = runs.at(-1);
    if (last && looksLike(last, look)) runs.splice(-1, 1, { ...last, text: last.text + text });
    else runs.push({ column, text, ...look });
  }
  return runs.map(withoutSpaces).filter(({ text }) => text !== '');
}

function looksLike(one: Omit<Run, 'text' | 'column'>, other: Omit<Run, 'text' | 'column'>) {
  return one.colour === other.colour && one.isDim === other.isDim && one.isBold === other.isBold;
}

function withoutSpaces(run: Run): Run {
  const indent = run.text.length - run.text.trimStart().length;
  return { ...run, text: run.text.trim(), column: run.column + indent };
}
