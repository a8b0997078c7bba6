/** Parses columns strictly: in a damaged file any column may hold anything. */
import { type Facts, FLAG_NAMES, isFacts, NOTHING_VALID } from '../contract/facts.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { StoreError } from '../service/store-error.ts';

/** The same few texts again and again. Frozen, since those who get an object share it. */
const parsedFacts = new BoundedMap<string, Readonly<Facts>>(500);

/** The facts of an address; undefined for an invalid text. */
export function parseFacts(text: unknown): Readonly<Facts> | undefined {
  if (typeof text !== 'string') return undefined;
  const known = parsedFacts.get(text);
  if (known) return known;
  const facts = parseText(text);
  if (typeof facts !== 'object' || facts === null || !isFacts(facts)) return undefined;
  parsedFacts.set(text, Object.freeze(facts));
  return facts;
}

function parseText(text: string): unknown {
  if (NUMBER.test(text)) return parseNumber(text);
  return isShort(text) ? parseShort(text) : parseJson(text);
}

/** Scores of a number, which are below it. */
const SCORES = 128;
const DIGITS = 36;

/**
 * The facts of an address in three bytes: the score, and a bit for each flag in their order, the first one lowest.
 * PostgreSQL has them as JSON: the nodes of a fleet are updated one after the other, and the version before
 * reads JSON alone.
 */
export function formatFacts(facts: Facts): string {
  if (!Number.isInteger(facts.score)) return JSON.stringify(facts);
  const flags = FLAG_NAMES.reduce((sum, name, at) => sum + (facts[name] ? 2 ** at : 0), 0);
  return (flags * SCORES + facts.score).toString(DIGITS).toUpperCase();
}

const NUMBER = /^[0-9A-Z]{1,8}$/;

/** Flags that came later are not set. */
function parseNumber(text: string): Facts | undefined {
  const number = Number.parseInt(text, DIGITS);
  const facts = { ...NOTHING_VALID, score: number % SCORES };
  FLAG_NAMES.forEach((name, at) => {
    facts[name] = Math.floor(number / SCORES / 2 ** at) % 2 === 1;
  });
  return formatFacts(facts) === text ? facts : undefined;
}

/** As earlier versions have them: a letter or a hyphen for each flag, and the score. */
const SHORT = /^([y-]+)(\d.*)$/;

function isShort(text: string): boolean {
  return SHORT.test(text);
}

/** Flags that came later are not set. */
function parseShort(text: string): Facts {
  const [, flags = '', score = ''] = SHORT.exec(text) ?? [];
  const facts = { ...NOTHING_VALID, score: Number(score) };
  FLAG_NAMES.forEach((name, at) => {
    facts[name] = flags[at] === 'y';
  });
  return facts;
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
