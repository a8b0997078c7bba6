/** Reads what a row holds and nothing else: a damaged file may hold anything in any column. */
import { MAX_SCORE } from '../contract/limits.ts';
import type { Facts } from '../service/records.ts';
import { StoreError } from '../service/store-error.ts';

const FLAGS = ['valid', 'deliverable', 'acceptAll', 'role', 'temporary', 'mx', 'smtp'] as const;

/** What was found of an address; undefined where the text is no such thing. */
export function parseFacts(text: unknown): Facts | undefined {
  const facts = typeof text === 'string' ? parseJson(text) : undefined;
  return isFacts(facts) ? facts : undefined;
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

function isFacts(value: unknown): value is Facts {
  if (typeof value !== 'object' || value === null) return false;
  const facts = value as Partial<Record<keyof Facts, unknown>>;
  return FLAGS.every((flag) => typeof facts[flag] === 'boolean') && isScore(facts.score);
}

function isScore(score: unknown): boolean {
  return typeof score === 'number' && score >= 0 && score <= MAX_SCORE;
}

export function damagedRow(what: string): StoreError {
  return new StoreError('damaged', `a stored ${what} is damaged`);
}
