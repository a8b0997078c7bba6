import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Language } from '../../src/i18n/languages.ts';
import { BEFORE_A_DATE, GLOSSARY, OTHER_TIMES, SENTENCES } from './glossary.ts';

/** Texts by their ids. */
export type FlatTexts = Readonly<Record<string, string>>;

/** English texts by their ids, with the comment that says where each stands and what its values are. */
export type EnglishTexts = Readonly<Record<string, EnglishText>>;

interface EnglishText {
  readonly text: string;
  readonly comment: string;
}

/** What is wrong in a text. */
export interface Fault {
  readonly id: string;
  readonly fault: string;
}

/** The ids that have no translation: they are shown in English. */
export function missingIn(english: EnglishTexts, texts: FlatTexts): string[] {
  return Object.keys(english).filter((id) => !texts[id]);
}

/** The texts in the order of English, without empty ones. Ids that English lacks come last. */
export function inOrder(english: EnglishTexts, texts: FlatTexts): FlatTexts {
  const ids = [...new Set([...Object.keys(english), ...Object.keys(texts)])];
  return Object.fromEntries(ids.flatMap((id) => (texts[id] ? [[id, texts[id]]] : [])));
}

/** What is wrong in a translation. */
export function faultsInTranslation(
  language: Language,
  english: EnglishTexts,
  texts: FlatTexts,
): Fault[] {
  return Object.entries(texts).flatMap(([id, text]) => {
    const source = english[id];
    // Tools write an empty text for one that is not translated yet.
    if (text === '') return [];
    if (source === undefined) return [{ id, fault: 'English has no text of this id' }];
    const faults = faultsOf(language, id, text, (elements) =>
      translationFaults(language, elements, { text, source }),
    );
    return faults.map((fault) => ({ id, fault }));
  });
}

/** What is wrong in the English texts. */
export function faultsInEnglish(english: EnglishTexts): Fault[] {
  return Object.entries(english).flatMap(([id, { text, comment }]) =>
    faultsOf('en', id, text, (elements) => commentFaults(elements, comment)).map((fault) => ({
      id,
      fault,
    })),
  );
}

/** What is wrong in any text, and what `more` finds in its elements. */
function faultsOf(
  language: Language,
  id: string,
  text: string,
  more: (elements: readonly MessageFormatElement[]) => string[],
): string[] {
  const elements = parsed(text);
  if (typeof elements === 'string') return [elements];
  return [
    ...pluralFaults(language, elements),
    ...wordFaults(language, id, text),
    ...more(elements),
  ];
}

/** The elements of a message, or why it is not one. */
function parsed(text: string): MessageFormatElement[] | string {
  try {
    return parse(text);
  } catch (error) {
    return `not a message of ICU: ${(error as Error).message}`;
  }
}

function translationFaults(
  language: Language,
  elements: readonly MessageFormatElement[],
  { text, source }: { readonly text: string; readonly source: EnglishText },
): string[] {
  const [own, needed] = [valuesOf(elements), valuesOf(parse(source.text))];
  const most = /^Buttons?\b/.test(source.comment) ? BUTTON_LENGTH[language] : Infinity;
  return [
    ...needed.filter((each) => !own.includes(each)).map((each) => `lacks ${each}`),
    ...own.filter((each) => !needed.includes(each)).map((each) => `has ${each}, English has not`),
    ...(text.includes("'") ? ['has a straight apostrophe, a sign of the format: write ’'] : []),
    ...(text === source.text && /\p{L} \p{L}+ \p{L}/u.test(text) ? ['is the English text'] : []),
    ...(lengthOf(elements) > most ? [`is longer than ${most} characters, as a button`] : []),
  ];
}

/** Characters that a button has room for on a telephone; a Japanese one takes two. */
const BUTTON_LENGTH: Readonly<Record<Language, number>> = {
  ...{ en: 36, de: 36, fr: 36, es: 36, it: 36, pt: 36 },
  ja: 18,
};

/** Characters of the longest form, with four for a value. */
function lengthOf(elements: readonly MessageFormatElement[]): number {
  const lengths = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.length;
    const inside = partsOf(element).map(lengthOf);
    return inside.length === 0 ? 4 : Math.max(...inside);
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** The messages in an element: what a tag encloses, the forms of a plural, the choices of a select. */
function partsOf(element: MessageFormatElement): (readonly MessageFormatElement[])[] {
  if (element.type === TYPE.tag) return [element.children];
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
  return Object.values(element.options).map(({ value }) => value);
}

/** All elements of a message, those inside of others too. */
function allOf(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => [element, ...partsOf(element).flatMap(allOf)]);
}

/** A comment names each value and tag, but for a number in a plural, whose words say what it counts. */
function commentFaults(elements: readonly MessageFormatElement[], comment: string): string[] {
  if (comment === '') return ['has no comment that says where it stands'];
  const names = allOf(elements).flatMap((element) => {
    if (element.type === TYPE.tag) return [`<${element.value}>`];
    const isNamed = VALUES.has(element.type);
    return isNamed && 'value' in element ? [`{${element.value}}`] : [];
  });
  return [...new Set(names)]
    .filter((name) => !comment.includes(name))
    .map((name) => `its comment does not say what ${name} is`);
}

const VALUES: ReadonlySet<TYPE> = new Set([TYPE.argument, TYPE.number, TYPE.select]);

/** Values with how they are written, and tags. A number in a plural is formatted as one, too. */
function valuesOf(elements: readonly MessageFormatElement[]): string[] {
  const found = allOf(elements).flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [`<${element.value}>`];
      case TYPE.select:
        return [`{${element.value}, select}`];
      case TYPE.plural:
      case TYPE.number:
        return [`{${element.value}, number}`];
      default:
        return [`{${element.value}}`];
    }
  });
  return [...new Set(found)].sort();
}

/**
 * Plurals that lack a form of the language, or have one that it never takes. `many` of French, Spanish, Italian and
 * Portuguese (whole millions) is not needed: it matters where "million" is a word (un million d’adresses), and numbers
 * stand in digits here, with the words of `other`. Tools that write it are right, too.
 */
function pluralFaults(language: Language, elements: readonly MessageFormatElement[]): string[] {
  return allOf(elements).flatMap((element) => {
    if (element.type !== TYPE.plural) return [];
    const type = element.pluralType ?? 'cardinal';
    const forms = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
    const own = Object.keys(element.options).filter((form) => !form.startsWith('='));
    const lacking = forms.filter((form) => form !== 'many' && !own.includes(form));
    const foreign = own.filter((form) => !forms.some((each) => each === form));
    const plural = `the plural of {${element.value}}`;
    return [
      ...lacking.map((form) => `${plural} lacks the form “${form}”`),
      ...foreign.map((form) => `${plural} has “${form}”, which the language has not`),
    ];
  });
}

function wordFaults(language: Language, id: string, text: string): string[] {
  const isSentence = language === 'en' && SENTENCES.test(id);
  const word = isSentence ? undefined : GLOSSARY[language].exec(text)?.[0];
  const before = OTHER_TIMES.includes(id) ? undefined : BEFORE_A_DATE[language].exec(text)?.[0];
  return [
    ...(word ? [`“${word}” is not the word of docs/translating.md`] : []),
    ...(before ? [`“${before}”: a page may write this time as “tomorrow 16:45”`] : []),
    ...(/[\u00a0\u202f]/.test(text)
      ? ['has a space that does not break: write an ordinary one']
      : []),
  ];
}
