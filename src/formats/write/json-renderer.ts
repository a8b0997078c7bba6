import { jsonMembers, onOneLine } from '../../lib/json-text.ts';
import { ADDRESS_HEADER, isJsonList, isMultiColumn, type ListPlan } from '../plan.ts';
import type { ListRow } from '../row.ts';
import { columnValue } from './column-value.ts';
import { type AddedColumn, addedColumns, addedValue } from './header-row.ts';
import type { JudgedAddress, JudgedRow } from './judged-row.ts';
import type { ResultColumn } from './output.ts';
import type { TextFormat } from './text-renderer.ts';

interface JsonOptions {
  readonly columns: readonly ResultColumn[];
  /** Whether the fields stand behind the list's own, which are not under `input`. */
  readonly flat: boolean;
}

/** A JSON array: the fields of each row, and its own columns under `input`, as they are in JSON. */
export function createJsonFormat(plan: ListPlan, options: JsonOptions): TextFormat {
  return {
    start: '',
    row: createElement(plan, options),
    before: (isFirst) => (isFirst ? '[\n' : ',\n'),
    after: () => '',
    blank: () => '',
    end: (isEmpty) => (isEmpty ? '[]\n' : '\n]\n'),
  };
}

/** The same elements, one JSON object a line. */
export function createJsonlFormat(plan: ListPlan, options: JsonOptions): TextFormat {
  const element = createElement(plan, options);
  return {
    start: '',
    row: (judged) => onOneLine(element(judged)),
    before: () => '',
    after: () => '\n',
    blank: () => '',
    end: () => '',
  };
}

/**
 * The fields of a judged address by name, as every JSON output has them: what is not known is null, and
 * `suggestion` is there only if there is one.
 */
export function toFields(
  judged: JudgedAddress,
  columns: readonly ResultColumn[],
): Record<string, string | number | boolean | null> {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const column of columns) {
    const value = columnValue(judged, column);
    if (column !== 'suggestion' || value !== undefined) fields[column] = value ?? null;
  }
  return fields;
}

/** The fields of each address column, under names that begin with the column's. */
function toKeys(judged: JudgedRow, columns: readonly AddedColumn[]) {
  return Object.fromEntries(
    columns.map((column) => [column.key, addedValue(judged, column) ?? null]),
  );
}

function createElement(plan: ListPlan, { columns, flat }: JsonOptions) {
  const input = createInput(plan);
  const added = addedColumns(plan, columns);
  if (flat) return (judged: JudgedRow) => withFields(input(judged.row), judged, added);
  const fields = (judged: JudgedRow) =>
    isMultiColumn(plan) ? toKeys(judged, added) : toFields(judged, columns);
  return (judged: JudgedRow): string =>
    withInput(JSON.stringify(fields(judged)), input(judged.row));
}

function withInput(fields: string, input: string): string {
  return `${fields.slice(0, -1)}${fields === '{}' ? '' : ','}"input":${input}}`;
}

/** An object as it is, with the fields behind its own members. */
function withFields(object: string, judged: JudgedRow, columns: readonly AddedColumn[]): string {
  if (columns.length === 0) return object;
  const own = object.slice(0, -1).trimEnd();
  const fields = columns.map((column) => {
    const value = JSON.stringify(addedValue(judged, column) ?? null);
    return `${JSON.stringify(freeName(object, column.name))}:${value}`;
  });
  return `${own}${own === '{' ? '' : ','}${fields.join(',')}}`;
}

/** An object may have names that no object had when the columns were named. */
function freeName(object: string, wanted: string): string {
  if (!object.includes(`"${wanted}"`) && !object.includes('\\u')) return wanted;
  const taken = new Set(jsonMembers(object).map(({ name }) => name));
  let name = wanted;
  while (taken.has(name)) name = `mailvet_${name}`;
  return name;
}

/** Text, since objects of JavaScript have an order of their own for names such as "10". */
function createInput(plan: ListPlan): (row: ListRow) => string {
  if (isJsonList(plan)) return ({ text }) => asObject(text);
  const header = plan.format === 'lines' ? [ADDRESS_HEADER] : plan.header;
  let names = propertyNames(header ?? [], plan.width);
  return ({ cells }) => {
    if (cells.length > names.length) names = propertyNames(header ?? [], cells.length);
    return `{${cells.map((cell, index) => `${names[index]}:${JSON.stringify(cell)}`).join(',')}}`;
  };
}

function propertyNames(header: readonly string[], width: number): string[] {
  return distinctNames(header, width).map((name) => JSON.stringify(name));
}

function asObject(element: string): string {
  return element.startsWith('{') ? element : `{"${ADDRESS_HEADER}":${element}}`;
}

/** A name of its own for every column: `column_3` without a name, `name_2` for the second `name`. */
function distinctNames(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const wanted = header[index]?.trim() ? (header[index] as string) : `column_${index + 1}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`;
    taken.add(name);
    return name;
  });
}
