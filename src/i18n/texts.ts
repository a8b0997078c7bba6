import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Formatters, formatToParts } from 'intl-messageformat';
import type { Html } from '../lib/html.ts';
import type { Catalogue, MessageId, MessageOf, Translation } from './catalogue.ts';
import { type Formats, formatsOf } from './format.ts';
import type { TextLanguage } from './languages.ts';
import type { MessageValues } from './message-values.ts';
import { pseudo } from './pseudo.ts';

/** The values of a message; nothing to be given where it has none. */
type Given<Id extends MessageId, Part = never> = keyof MessageValues<
  MessageOf<Id>,
  Part
> extends never
  ? readonly []
  : readonly [values: MessageValues<MessageOf<Id>, Part>];

/** The texts of one language. */
export interface Texts extends Formats {
  readonly language: TextLanguage;
  /** The message as text. */
  <Id extends MessageId>(id: Id, ...values: Given<Id>): string;
  /**
   * The message in parts, for what encloses some of its words (`<link>…</link>`) or stands as a value in
   * it: HTML. A template escapes the strings among them as it does any other.
   */
  rich<Id extends MessageId>(
    id: Id,
    values: MessageValues<MessageOf<Id>, Html>,
  ): readonly (string | Html)[];
}

/** `one, other`. */
export function series(text: Texts, parts: readonly string[]): string {
  const [first = '', ...more] = parts;
  return more.reduce((one, other) => text('common.series', { one, other }), first);
}

type AnyValues = Parameters<typeof formatToParts>[4];

export function createTexts(
  language: TextLanguage,
  english: Catalogue,
  translation: Translation = {},
): Texts {
  const formats = formatsOf(language);
  const formatters = formattersOf(formats);
  const parsed = new Map<string, MessageFormatElement[]>();
  const elements = (id: string): MessageFormatElement[] => {
    const known = parsed.get(id);
    if (known) return known;
    const found = parse(typeset(language, translation[id] || englishOf(english, id)));
    if (language === 'en-XA') pseudo(found);
    parsed.set(id, found);
    return found;
  };
  const parts = (id: string, values: AnyValues) =>
    formatToParts(elements(id), language, formatters, FORMATS, values).map(({ value }) => value);
  const text = (id: MessageId, values?: AnyValues) => parts(id, values).join('');
  const rich = (id: MessageId, values: AnyValues) => parts(id, values);
  return Object.assign(text, { ...formats, language, rich }) as Texts;
}

/** Spaces that do not break: as Intl writes them before percent signs, and narrow ones of French punctuation. */
function typeset(language: TextLanguage, message: string): string {
  if (language !== 'fr' && language !== 'de' && language !== 'es') return message;
  const kept = message.replace(/ (?=%)/g, '\u00a0');
  return language === 'fr' ? kept.replace(/ (?=[:;?!»])|(?<=«) /g, '\u202f') : kept;
}

/** `{share, number, percent}` is the only style of a message: others are values that are formatted before. */
const FORMATS = { number: { percent: { style: 'percent' as const } }, date: {}, time: {} };

function englishOf(english: Catalogue, id: string): string {
  const [area = '', name = ''] = id.split('.');
  const texts: Readonly<Record<string, string>> | undefined = english[area as keyof Catalogue];
  const message = texts?.[name];
  if (message === undefined) throw new Error(`There is no text ${id}`);
  return message;
}

/** The library's formatters, over ours: English then needs no tables of languages. */
function formattersOf({ number, percent, plural }: Formats): Formatters {
  const own = {
    getNumberFormat: (_: unknown, style?: { readonly style?: string }) => ({
      format: style?.style === 'percent' ? percent : number,
    }),
    getPluralRules: (_: unknown, { type = 'cardinal' }: Intl.PluralRulesOptions) => ({
      select: (value: number) => plural(value, type),
    }),
    getDateTimeFormat: (locales?: string | string[], options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locales, options),
  };
  // The library's types ask for whole objects of Intl, of which it calls these methods.
  return own as unknown as Formatters;
}
