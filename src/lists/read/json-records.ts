import { isObject } from '../../lib/json.ts';
import { ADDRESS_HEADER } from '../plan.ts';
import { broken, type JsonElement, jsonElements } from './json-elements.ts';
import { lineRecords } from './line-records.ts';
import type { ListRecord } from './record.ts';

/** The elements of a JSON array or of JSONL as records; cells by the order of `header`. */
export async function* jsonRecords(
  chunks: AsyncIterable<Buffer>,
  format: 'json' | 'jsonl',
  header: PropertyNames,
): AsyncGenerator<ListRecord[]> {
  const batches = format === 'json' ? jsonElements(chunks) : jsonLines(chunks);
  for await (const batch of batches) yield batch.map((element) => toRecord(element, header));
}

/** Names of properties and their places; `place` is undefined for a name that has none. */
interface PropertyNames {
  place(name: string): number | undefined;
}

/** The names of a plan. */
export function fixedNames(header: readonly string[]): PropertyNames {
  const places = new Map(header.map((name, index) => [name, index]));
  return { place: (name) => places.get(name) };
}

/** Beyond it properties are data, not columns (`{"<id>": …}`): they stay in JSON, not in CSV. */
const MAX_COLUMNS = 1000;

/** Gathers names in the order in which they are met. */
export function growingNames(): PropertyNames & { readonly names: () => string[] } {
  const places = new Map<string, number>();
  return {
    place(name) {
      if (!places.has(name) && places.size < MAX_COLUMNS) places.set(name, places.size);
      return places.get(name);
    },
    names: () => [...places.keys()],
  };
}

const MAX_LINE_LENGTH = 4_000_000;

async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonElement[]> {
  for await (const lines of lineRecords(chunks, MAX_LINE_LENGTH)) {
    yield lines.filter(({ text }) => text.trim() !== '');
  }
}

function toRecord({ line, text }: JsonElement, header: PropertyNames): ListRecord {
  const value = parse(text, line);
  const cells: string[] = [];
  const put = (name: string, cell: string) => {
    const place = header.place(name);
    if (place === undefined) return;
    while (cells.length < place) cells.push('');
    cells[place] = cell;
  };
  if (isObject(value)) flatten(value, '', put);
  else put(ADDRESS_HEADER, toCell(value));
  return { line, cells, text: '', lineEnd: '', value };
}

function parse(text: string, line: number): unknown {
  const value = parsed(text, line);
  if (isDeeper(value, MAX_VALUE_DEPTH)) throw broken(line, 'a value is nested too deeply');
  return value;
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken(line, describeFault(error as Error));
  }
}

/** JSON.parse reads any depth, but JSON.stringify needs the stack, and runs out of it. */
const MAX_VALUE_DEPTH = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** What JSON.parse says, without the place: that is within the element, not within the list. */
function describeFault({ message }: Error): string {
  const fault = message.replace(/ (?:in JSON )?at position .*$/s, '').replace(/, ".*$/s, '');
  return fault.charAt(0).toLowerCase() + fault.slice(1);
}

const MAX_DEPTH = 8;

/** Nested objects as dotted names (`contact.email`), arrays of scalars as `a, b`, the rest as JSON. */
function flatten(
  value: Record<string, unknown>,
  prefix: string,
  put: (name: string, cell: string) => void,
): void {
  for (const [key, part] of Object.entries(value)) {
    const name = prefix + key;
    const deep = isObject(part) && prefix.split('.').length < MAX_DEPTH;
    if (deep) flatten(part, `${name}.`, put);
    else put(name, toCell(part));
  }
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every(isScalar)) return value.join(', ');
  return JSON.stringify(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object';
}
