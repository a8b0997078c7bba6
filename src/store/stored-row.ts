/** Parses columns strictly: in a damaged file any column may hold anything. */
import { type Facts, isFacts } from '../contract/facts.ts';
import { StoreError } from '../service/store-error.ts';

/** The facts of an address; undefined for an invalid text. */
export function parseFacts(text: unknown): Facts | undefined {
  const facts = typeof text === 'string' ? parseJson(text) : undefined;
  return typeof facts === 'object' && facts !== null && isFacts(facts) ? facts : undefined;
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
