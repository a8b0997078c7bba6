import { escaped } from './cell.ts';
import { stylesXml } from './styles.ts';

export const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A sheet that is written. */
export interface WrittenSheet {
  readonly name: string;
  /** In the package: `sheet1.xml`. */
  readonly file: string;
  /** What its filter covers, with `$`; undefined without one. */
  readonly filter: string | undefined;
}

/** A part of the package (ECMA-376 part 2): its path and its XML. */
export type PackagePart = readonly [string, string];

/** What a package begins with: programs know one by its first names. */
export function firstParts(): PackagePart[] {
  return [
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    ['xl/styles.xml', stylesXml(MAIN)],
  ];
}

/** The parts that name the sheets, once all of them are known. */
export function lastParts(sheets: readonly WrittenSheet[]): PackagePart[] {
  return [
    ['xl/workbook.xml', workbookXml(sheets)],
    ['xl/_rels/workbook.xml.rels', relationships(workbookTargets(sheets))],
    ['[Content_Types].xml', contentTypes(sheets)],
  ];
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...sheets.map(({ file }) => override(`xl/worksheets/${file}`, 'worksheet')),
    '</Types>',
  ].join('');
}

function workbookTargets(sheets: readonly WrittenSheet[]): [string, string][] {
  const ours = sheets.map(({ file }): [string, string] => ['worksheet', `worksheets/${file}`]);
  return [...ours, ['styles', 'styles.xml']];
}

function relationships(targets: readonly (readonly [string, string])[]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const tabs = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return [
    `<workbook ${MAIN} xmlns:r="${OFFICE}">`,
    '<bookViews><workbookView/></bookViews>',
    `<sheets>${tabs.join('')}</sheets>`,
    filterNames(sheets),
    '</workbook>',
  ].join('');
}

/** Excel keeps a hidden name for the range of each filter, and reports it as missing otherwise. */
function filterNames(sheets: readonly WrittenSheet[]): string {
  const names = sheets.flatMap(({ name, filter }, index) =>
    filter === undefined
      ? []
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escaped(name)}'!${filter}</definedName>`,
  );
  return names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
}
