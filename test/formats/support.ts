import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type InspectOptions, inspectList } from '../../src/formats/inspect/inspect-list.ts';
import { readBatches, readRows } from '../../src/formats/read/read-rows.ts';
import type { ListRow } from '../../src/formats/row.ts';
import { fileSource, type ListSource } from '../../src/formats/source.ts';
import type { ResultLookup, RowResult } from '../../src/formats/write/judged-row.ts';
import type { OutputOptions } from '../../src/formats/write/output.ts';
import { parseCondition, toKeep } from '../../src/formats/write/row-filter.ts';
import { writeResults } from '../../src/formats/write/write-results.ts';

/** A list of fixtures/lists, called by its bare name. */
export function fixture(name: string): ListSource {
  return fileSource(fileURLToPath(new URL(`../../fixtures/lists/${name}`, import.meta.url)), name);
}

/** A small list that is in memory already. Text stands for its UTF-8 bytes. */
export function memorySource(name: string, content: string | Uint8Array): ListSource {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    name,
    async *open() {
      yield bytes;
    },
  };
}

/** The same list, served in pieces of a few bytes. */
export function inPieces(source: ListSource, size: number): ListSource {
  return {
    name: source.name,
    async *open() {
      for await (const chunk of source.open()) {
        for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size);
      }
    },
  };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function rowsOf(
  list: ListSource | string,
  options: InspectOptions = {},
): Promise<ListRow[]> {
  const source = asSource(list);
  return collect(readRows(source, await inspectList(source, options)));
}

export interface Writing extends Partial<OutputOptions> {
  readonly inspect?: InspectOptions;
  readonly lookup?: ResultLookup;
}

/** The list as it comes back. */
export async function written(list: ListSource | string, options: Writing = {}): Promise<string> {
  const source = asSource(list);
  const { inspect, lookup = () => ACCEPTED, ...output } = options;
  const plan = await inspectList(source, inspect);
  const batches = readBatches(source, plan);
  const pieces = writeResults(batches, { plan, output: { format: 'csv', ...output }, lookup });
  return (await collect(pieces)).map(({ chunk }) => chunk).join('');
}

const YES = { valid: true, mx: true, smtp: true };
const NO = { acceptAll: false, role: false, temporary: false };

export const ACCEPTED: RowResult = {
  verification: { ...YES, ...NO, deliverable: true, score: 100 },
};
export const NO_MAILBOX: RowResult = {
  verification: { ...YES, ...NO, deliverable: false, score: 0 },
};
export const ROLE: RowResult = {
  verification: { ...YES, ...NO, role: true, deliverable: true, score: 90 },
};

function asSource(list: ListSource | string): ListSource {
  return typeof list === 'string' ? memorySource('list', list) : list;
}

/** The rows that `--only` and `--exclude` leave, as they are written there. */
export function filtered(filter: {
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
}) {
  const read = (texts: readonly string[] | undefined) =>
    texts?.map((text) => parseCondition(text) ?? expect.fail(`${text} is no condition`));
  const { only, exclude, ...rest } = filter;
  return { ...rest, keep: toKeep({ only: read(only), exclude: read(exclude) }) };
}
