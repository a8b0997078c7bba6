import { catalogue } from './catalogues/en/catalogue.ts';
import type { Texts } from './texts.ts';

/**
 * An error of the service in the language of its reader. The service writes English, which programs get as it is;
 * its sentence is found among ours with what stands in it. One that is not there stays English.
 */
export function errorText(text: Texts, message: string): string {
  if (text.language === 'en') return message;
  for (const { id, pattern, names } of patterns()) {
    const found = pattern.exec(message);
    if (found) return say(text, id, valuesOf(text, names, found.slice(1)));
  }
  return message;
}

type Values = Readonly<Record<string, string>>;

/** The type of an id that is found at run time says nothing of its values. */
function say(text: Texts, id: string, values: Values): string {
  return (text as unknown as (id: string, values: Values) => string)(id, values);
}

/** What a value says of a file is a sentence itself. */
function valuesOf(text: Texts, names: readonly string[], found: readonly string[]): Values {
  const value = (name: string, given: string) =>
    name === 'fault' ? errorText(text, given) : given;
  return Object.fromEntries(names.map((name, at) => [name, value(name, found[at] ?? '')]));
}

interface ErrorPattern {
  readonly id: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Characters that are not a value. */
  readonly literal: number;
}

let known: readonly ErrorPattern[] | undefined;

/** Those with more words of their own first: they are more certain. */
function patterns(): readonly ErrorPattern[] {
  known ??= Object.entries(catalogue.errorTexts)
    .map(([name, english]) => patternOf(`errorTexts.${name}`, english))
    .sort((one, other) => other.literal - one.literal);
  return known;
}

function patternOf(id: string, english: string): ErrorPattern {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const [first = '', ...others] = parts;
  // A fault is a sentence; other values have no colon, behind which a sentence goes on.
  const value = (at: number) => (names[at] === 'fault' ? '(.+)' : '([^:]+?)');
  const source = others.reduce((before, part, at) => before + value(at) + part, first);
  return { id, names, pattern: new RegExp(`^${source}$`), literal: parts.join('').length };
}
