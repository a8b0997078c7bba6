interface QuotedCell {
  /** Line ends before the opening quotation mark. */
  readonly opensAfter: number;
  /** Line ends before the closing one; undefined when it is never closed. */
  readonly closesAfter: number | undefined;
}

/** Line ends between the start of the text and the quotation mark that is never closed, if there is one. */
export function openQuoteLine(text: string, delimiter: string): number | undefined {
  return quotedCells(text, delimiter).find((cell) => cell.closesAfter === undefined)?.opensAfter;
}

/** Line ends between the start of the text and the quotation mark around the given line of it. */
export function quoteAroundLine(text: string, delimiter: string, line: number): number {
  const around = quotedCells(text, delimiter).find(
    (cell) => cell.opensAfter < line && (cell.closesAfter ?? line) >= line,
  );
  return around?.opensAfter ?? 0;
}

/** Every quoted cell of a text, by the rules the reader has: a quote opens only where a cell begins. */
function quotedCells(text: string, delimiter: string): QuotedCell[] {
  const cells: QuotedCell[] = [];
  let lines = 0;
  let atCellStart = true;
  let opensAfter: number | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    const lineEnd = char === '\n' || (char === '\r' && text[at + 1] !== '\n');
    if (lineEnd) lines++;
    if (opensAfter !== undefined) {
      if (char !== '"') continue;
      if (text[at + 1] === '"') at++;
      else {
        cells.push({ opensAfter, closesAfter: lines });
        opensAfter = undefined;
      }
    } else if (char === '"' && atCellStart) opensAfter = lines;
    atCellStart = char === delimiter || lineEnd;
  }
  return opensAfter === undefined ? cells : [...cells, { opensAfter, closesAfter: undefined }];
}
