/** Parses columns strictly: in a damaged file any column may hold anything. */
import { type Facts, isFacts } from '../contract/facts.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { StoreError } from '../service/store-error.ts';

/** The same few texts again and again. Frozen, since those who get an object share it. */
const parsedFacts = new BoundedMap<string, Readonly<Facts>>(500);

/** The facts of an address; undefined for an invalid text. */
export function parseFacts(text: unknown): Readonly<Facts> | undefined {
  if (typeof text !== 'string') return undefined;
  const known = parsedFacts.get(text);
  if (known) return known;
  const facts = parseJson(text);
  if (typeof facts !== 'object' || facts === null || !isFacts(facts)) return undefined;
  parsedFacts.set(text, Object.freeze(facts));
  return facts;
}

/** The evidence of an answer as JSON, parsed only where it is requested. */
export function parseDetail(text: unknown): string | undefined {
  return typeof text === 'string' ? text : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damagedRow(what: string): StoreError {
  return new StoreError('damaged', `a stored ${what} is damaged`);
}
