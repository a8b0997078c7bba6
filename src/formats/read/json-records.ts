import { decodeJson, jsonItems, jsonMembers } from '../../lib/json-text.ts';
import { ADDRESS_HEADER } from '../plan.ts';
import { broken, type JsonElement, jsonElements } from './json-elements.ts';
import { lineRecords } from './line-records.ts';
import type { RecordOptions, RowRecord } from './record.ts';

/** The elements of a JSON array or of JSONL as records; cells by the order of `names`. */
export async function* jsonRecords(
  chunks: AsyncIterable<Buffer>,
  format: 'json' | 'jsonl',
  { names, ...options }: JsonOptions,
): AsyncGenerator<RowRecord[]> {
  const read = format === 'json' ? jsonElements : jsonLines;
  const batches = read(chunks, options);
  for await (const batch of batches) yield batch.map((element) => toRecord(element, names));
}

interface JsonOptions extends RecordOptions {
  readonly names: PropertyNames;
}

/** Names of properties and the places of their cells. */
interface PropertyNames {
  /** The place of the `nth` property of that name in an object, from 0; undefined without one. */
  place(name: string, nth: number): number | undefined;
}

/** The names of a plan. */
export function fixedNames(header: readonly string[]): PropertyNames {
  const places = Map.groupBy(header.keys(), (index) => header[index]);
  return { place: (name, nth) => places.get(name)?.[nth] };
}

/** Beyond it properties are data, not columns (`{"<id>": …}`): they stay in JSON, not in CSV. */
const MAX_COLUMNS = 1000;

/** Gathers names in the order in which they are met; one that an object has twice is there twice. */
export function growingNames(): PropertyNames & { readonly names: () => string[] } {
  const places = new Map<string, number[]>();
  const names: string[] = [];
  return {
    place(name, nth) {
      const place = places.get(name)?.[nth];
      if (place !== undefined || names.length === MAX_COLUMNS) return place;
      const own = ownCopy(name);
      places.set(own, [...(places.get(own) ?? []), names.length]);
      return names.push(own) - 1;
    },
    names: () => names,
  };
}

/** A slice of a text holds the whole text in memory. */
function ownCopy(slice: string): string {
  return JSON.parse(JSON.stringify(slice));
}

const MAX_LINE_LENGTH = 4_000_000;

async function* jsonLines(
  chunks: AsyncIterable<Buffer>,
  options: RecordOptions,
): AsyncGenerator<JsonElement[]> {
  for await (const lines of lineRecords(chunks, { ...options, longest: MAX_LINE_LENGTH })) {
    yield lines.filter(({ text }) => text.trim() !== '');
  }
}

function toRecord({ line, text }: JsonElement, header: PropertyNames): RowRecord {
  try {
    JSON.parse(text);
    const value = text.trim();
    return { line, cells: toCells(value, header), text: value, lineEnd: '' };
  } catch (error) {
    throw broken(line, describeFault(error as Error));
  }
}

function toCells(element: string, header: PropertyNames): string[] {
  const cells: (string | undefined)[] = [];
  const repeats = new Map<string, number>();
  const freePlace = (name: string) => {
    const place = header.place(name, 0);
    if (place === undefined || cells[place] === undefined) return place;
    const nth = (repeats.get(name) ?? 0) + 1;
    repeats.set(name, nth);
    return header.place(name, nth);
  };
  const put = (name: string, cell: string) => {
    const place = freePlace(name);
    if (place === undefined) return;
    while (cells.length < place) cells.push(undefined);
    cells[place] = cell;
  };
  if (element.startsWith('{')) flatten(element, put);
  else put(ADDRESS_HEADER, toCell(element));
  return cells.map((cell) => cell ?? '');
}

/** What JSON.parse says, without the place: that is within the element, not within the list. */
function describeFault({ message }: Error): string {
  const fault = message.replace(/ (?:in JSON )?at position .*$/s, '').replace(/, ".*$/s, '');
  return fault.charAt(0).toLowerCase() + fault.slice(1);
}

const MAX_DEPTH = 8;

/** Nested objects as dotted names (`contact.email`), arrays of scalars as `a, b`, the rest as JSON. */
function flatten(
  object: string,
  put: (name: string, cell: string) => void,
  prefix = '',
  depth = 1,
): void {
  for (const { name, text } of jsonMembers(object)) {
    const isDeep = text.startsWith('{') && depth < MAX_DEPTH;
    if (isDeep) flatten(text, put, `${prefix}${name}.`, depth + 1);
    else put(prefix + name, toCell(text));
  }
}

function toCell(value: string): string {
  if (value === 'null') return '';
  if (value.startsWith('"')) return decodeJson(value);
  if (!value.startsWith('[')) return value;
  const items = jsonItems(value);
  return items.every(isScalar) ? items.map(toCell).join(', ') : value;
}

function isScalar(value: string): boolean {
  return value !== 'null' && !value.startsWith('[') && !value.startsWith('{');
}
