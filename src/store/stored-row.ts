/** Reads what a row holds and nothing else: a damaged file may hold anything in any column. */
import { type Facts, isFacts } from '../contract/facts.ts';
import { StoreError } from '../service/store-error.ts';

/** What was found of an address; undefined where the text is no such thing. */
export function parseFacts(text: unknown): Facts | undefined {
  const facts = typeof text === 'string' ? parseJson(text) : undefined;
  return typeof facts === 'object' && facts !== null && isFacts(facts) ? facts : undefined;
}

/** JSON of what an answer rests on, which is read where it is asked for. */
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
