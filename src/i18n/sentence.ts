import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { catalogue } from './catalogues/en/catalogue.ts';
import { unitsIn } from './format.ts';
import type { Texts } from './texts.ts';

/** Areas whose texts are found by their English sentence: it is written where something happens, and programs get it as it is. */
export type SentenceArea = Extract<keyof typeof catalogue, 'errorTexts'>;

/** An English sentence in the language of its reader; undefined where no text of these areas is that sentence. */
export function findSentence(
  text: Texts,
  english: string,
  areas: readonly SentenceArea[],
): string | undefined {
  for (const candidate of candidatesIn(areas)) {
    if (!english.startsWith(candidate.start)) continue;
    const found = candidate.pattern.exec(english);
    const values = found && valuesOf(candidate, found, { text, nested });
    if (values) return say(text, candidate.id, values);
  }
  return undefined;
  function nested(value: string): string | undefined {
    return findSentence(text, value, areas);
  }
}

type Values = Readonly<Record<string, string | number>>;

/** The type of an id that is found at run time says nothing of its values. */
function say(text: Texts, id: string, values: Values): string {
  return (text as unknown as (id: string, values: Values) => string)(id, values);
}

/** The value that a group of the pattern holds. */
interface Capture {
  readonly name: string;
  readonly isNumber: boolean;
}

class Candidate {
  readonly id: string;
  /** What the sentence begins with. */
  readonly start: string;
  /** Characters of its own: those with more of them are more certain. */
  readonly literal: number;
  readonly #english: string;
  #parsed: { readonly pattern: RegExp; readonly captures: readonly Capture[] } | undefined;

  constructor(id: string, english: string) {
    this.id = id;
    this.#english = english;
    this.start = /^[^{'<]*/.exec(english)?.[0] ?? '';
    this.literal = english.replace(/\{[^{}]*\}/g, '').length;
  }

  get pattern(): RegExp {
    return this.#parse().pattern;
  }

  get captures(): readonly Capture[] {
    return this.#parse().captures;
  }

  #parse() {
    if (this.#parsed) return this.#parsed;
    const captures: Capture[] = [];
    const source = sourceOf(parse(this.#english), captures);
    this.#parsed = { pattern: new RegExp(`^${source}$`), captures };
    return this.#parsed;
  }
}

const known = new WeakMap<readonly SentenceArea[], readonly Candidate[]>();

function candidatesIn(areas: readonly SentenceArea[]): readonly Candidate[] {
  const made = known.get(areas);
  if (made) return made;
  const candidates = areas
    .flatMap((area) =>
      Object.entries(catalogue[area]).map(
        ([name, english]) => new Candidate(`${area}.${name}`, english),
      ),
    )
    .sort((one, other) => other.literal - one.literal);
  known.set(areas, candidates);
  return candidates;
}

/** Values that hold a colon, or are a sentence; behind a colon of the others another sentence begins. */
const LONG = /^(?:fault|path|url|text|time)/;

function valueSource(name: string): string {
  if (name.startsWith('command')) return '((?:-|mailvet\\b|… \\|).*?)';
  return LONG.test(name) ? '(.+?)' : '([^:]+?)';
}

function sourceOf(
  elements: readonly MessageFormatElement[],
  captures: Capture[],
  counted = '',
): string {
  return elements.map((element) => elementSource(element, captures, counted)).join('');
}

function elementSource(
  element: MessageFormatElement,
  captures: Capture[],
  counted: string,
): string {
  const capture = (name: string, isNumber: boolean, source: string) => {
    captures.push({ name, isNumber });
    return source;
  };
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    case TYPE.argument:
      return capture(element.value, false, valueSource(element.value));
    case TYPE.number:
      return capture(element.value, true, NUMBER);
    case TYPE.pound:
      return capture(counted, true, NUMBER);
    case TYPE.plural: {
      const forms = Object.values(element.options);
      const sources = forms.map(({ value }) => sourceOf(value, captures, element.value));
      return `(?:${sources.join('|')})`;
    }
    default:
      throw new Error('A sentence has values, numbers and plurals alone');
  }
}

const NUMBER = '(\\d[\\d,]*(?:\\.\\d+)?)';

interface Saying {
  readonly text: Texts;
  readonly nested: (value: string) => string | undefined;
}

/** Undefined where a frame of other sentences holds none that is ours. */
function valuesOf(
  { captures, literal }: Candidate,
  found: RegExpExecArray,
  { text, nested }: Saying,
): Values | undefined {
  let isFrame = literal < FRAME;
  const values = captures.flatMap(({ name, isNumber }, at): [string, string | number][] => {
    const given = found[at + 1];
    if (given === undefined) return [];
    if (isNumber) return [[name, Number(given.replaceAll(',', ''))]];
    if (!name.startsWith('fault')) return [[name, localValue(text, name, given)]];
    const said = nested(given);
    if (said !== undefined && !/^[\d,]+$/.test(given)) isFrame = false;
    return [[name, said ?? given]];
  });
  return isFrame && captures.some(({ name }) => name.startsWith('fault'))
    ? undefined
    : Object.fromEntries(values);
}

/** Characters of its own that a sentence has at least. */
const FRAME = 6;

/** A time, a day or a share that stands in an English sentence, as the language writes it. */
function localValue(text: Texts, name: string, given: string): string {
  if (name.startsWith('share')) return shareText(text, given);
  if (name.startsWith('day') || name.startsWith('time')) return timeText(text, given);
  return given;
}

/** `12.5 %` */
function shareText(text: Texts, given: string): string {
  const [, percent] = /^(\d+\.\d) %$/.exec(given) ?? [];
  return percent === undefined ? given : text.percent(Number(percent) / 100);
}

/** `2026-11-24`, `2026-11-24 15:44` or `1 min 40 s` */
function timeText(text: Texts, given: string): string {
  const [, day = '', minute = ''] = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d)?$/.exec(given) ?? [];
  if (day === '') return unitsIn(text.language, given);
  return `${text.day(Date.parse(day))}${minute}`;
}
