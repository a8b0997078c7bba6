/** The languages of texts that people read. What machines read is the same in all of them. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja'] as const;

/** A language that a person can choose. */
export type Language = (typeof LANGUAGES)[number];

/** English made longer, with accents and in brackets: shows what does not fit, and what was not translated. */
export const PSEUDO_LANGUAGE = 'en-XA';

/** A language that texts can be loaded in. */
export type TextLanguage = Language | typeof PSEUDO_LANGUAGE;

/** The languages by their own names. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português (Brasil)',
  ja: '日本語',
};

export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The language of a tag such as `de-AT` or `pt_BR`; undefined if there is no such language. */
export function findLanguage(tag: string): TextLanguage | undefined {
  const parts = tag.toLowerCase().split(/[-_]/);
  if (parts[0] === 'en' && parts[1] === 'xa') return PSEUDO_LANGUAGE;
  return LANGUAGES.find((language) => language === parts[0]);
}

/** The language that a browser asks for by `Accept-Language` (RFC 9110, 12.5.4); English where it names none of ours. */
export function acceptedLanguage(header: string | undefined): TextLanguage {
  const wanted = (header ?? '').split(',').map(parseRange);
  const byWeight = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of byWeight) {
    const found = findLanguage(tag);
    if (found) return found;
  }
  return 'en';
}

function parseRange(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((each) => each.trim());
  const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { tag, weight: Number.isNaN(weight) ? 0 : weight };
}
