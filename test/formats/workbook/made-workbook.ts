import { storedZip } from '../../support/zip-archive.ts';

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

/** A workbook of one sheet, `List`, packed without compression. */
export function madeWorkbook(made: MadeWorkbook): Buffer {
  return storedZip(madeParts(made));
}

/** Its parts by their paths. */
export function madeParts(made: MadeWorkbook): Map<string, Buffer> {
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
  return new Map(Object.entries(files).map(([name, part]) => [name, Buffer.from(part)]));
}

/** A part with relationships: by their id, type and target. */
export function relations(all: Readonly<Record<string, readonly [string, string]>>): string {
  const each = Object.entries(all).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}
