import type { Translation } from './catalogue.ts';
import type { Language, TextLanguage } from './languages.ts';
import { createTexts, type Texts } from './texts.ts';

/** Loads the texts of a language, once each. */
export type LoadTexts = (language: TextLanguage) => Promise<Texts>;

/** Languages are loaded when they are first asked for. */
export function textLoader(): LoadTexts {
  const loaded = new Map<TextLanguage, Promise<Texts>>();
  return (language) => {
    const known = loaded.get(language);
    if (known) return known;
    const loading = loadTexts(language);
    loaded.set(language, loading);
    return loading;
  };
}

/** Loads them each time. */
export async function loadTexts(language: TextLanguage): Promise<Texts> {
  const isEnglish = language === 'en' || language === 'en-XA';
  const [{ catalogue }, translation] = await Promise.all([
    import('./english/catalogue.ts'),
    isEnglish ? { default: {} } : TRANSLATIONS[language](),
  ]);
  return createTexts(language, catalogue, translation.default);
}

const TRANSLATIONS: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Translation }>>
> = {
  de: () => import('./translations/de.json', { with: { type: 'json' } }),
  fr: () => import('./translations/fr.json', { with: { type: 'json' } }),
  es: () => import('./translations/es.json', { with: { type: 'json' } }),
  it: () => import('./translations/it.json', { with: { type: 'json' } }),
  pt: () => import('./translations/pt.json', { with: { type: 'json' } }),
  ja: () => import('./translations/ja.json', { with: { type: 'json' } }),
};
