import { zipSync } from 'fflate';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface MadeWorkbook {
  /** What stands in `<sheetData>`. */
  readonly rows: string;
  readonly styles?: string;
  readonly strings?: string;
  /** Attributes of `<workbookPr>`. */
  readonly settings?: string;
  /** Parts to be added, or to stand in place of those made here. */
  readonly parts?: Readonly<Record<string, string | Buffer>>;
}

/** An archive of files, without compression by default. */
export function storedZip(files: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 0) {
  const entries = Object.entries(files).map(([name, file]) => [name, Buffer.from(file as string)]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level }));
}

/** A workbook of one sheet, `List`. */
export function madeWorkbook(made: MadeWorkbook, level: 0 | 6 = 0) {
  const { rows, styles = '', strings = '', settings = '', parts = {} } = made;
  const files = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr ${settings}/><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      r1: ['worksheet', 'worksheets/sheet1.xml'],
      r2: ['styles', 'styles.xml'],
      r3: ['sharedStrings', 'sharedStrings.xml'],
    }),
    'xl/styles.xml': `<styleSheet ${MAIN}>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  };
  return storedZip(files, level);
}

/** A part with relationships: by their id, type and target. */
export function relations(all: Readonly<Record<string, readonly [string, string]>>): string {
  const each = Object.entries(all).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

/** Sheets by their names, each with a cell in a row of its own. */
export function bookOf(
  sheets: readonly (readonly [string, readonly string[]])[],
  hidden: readonly string[] = [],
) {
  const names = sheets.map(([name]) => name);
  const tabs = names.map(
    (name, at) =>
      `<sheet name="${name}" r:id="s${at}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  );
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      Object.fromEntries(names.map((_, at) => [`s${at}`, ['worksheet', `${at}.xml`] as const])),
    ),
  };
  sheets.forEach(([, cells], at) => {
    const rows = cells.map((cell) => `<row><c t="str"><v>${cell}</v></c></row>`);
    parts[`xl/${at}.xml`] = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  });
  return madeWorkbook({ rows: '', parts });
}

/** A workbook with the sheets `Visitors` (a@x.com, b@x.com) and `Partners` (c@x.com). */
export function twoSheets() {
  const visitors = ['E-mail', 'a@x.com', 'b@x.com'];
  return new Uint8Array(
    bookOf([
      ['Visitors', visitors],
      ['Partners', ['E-mail', 'c@x.com']],
    ]),
  );
}
