import { storedZip } from './zip-archive.ts';

/** A workbook with the sheets `Visitors` (a@x.com, b@x.com) and `Partners` (c@x.com). */
export function twoSheets(): Uint8Array<ArrayBuffer> {
  const files = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>
      <sheet name="Visitors" r:id="a"/><sheet name="Partners" r:id="b"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>
      <Relationship Id="a" Type="x/worksheet" Target="worksheets/a.xml"/>
      <Relationship Id="b" Type="x/worksheet" Target="worksheets/b.xml"/></Relationships>`,
    'xl/worksheets/a.xml': sheetOf(['a@x.com', 'b@x.com']),
    'xl/worksheets/b.xml': sheetOf(['c@x.com']),
  };
  const entries = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
  return new Uint8Array(storedZip(new Map(entries)));
}

function sheetOf(emails: readonly string[]): string {
  const rows = ['E-mail', ...emails].map(
    (text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`,
  );
  return `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
}
