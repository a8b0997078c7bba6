import readWorkbook from 'read-excel-file/node';

interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** The sheets of a workbook as a reader that is not ours has them, every cell as text. */
export async function sheetsOf(workbook: Buffer): Promise<Sheet[]> {
  const sheets = await readWorkbook(workbook, { trim: false });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: data.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell)))),
  }));
}
