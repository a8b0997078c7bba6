import type { Catalogue, Translation } from './catalogue.ts';
import type { TextLanguage } from './languages.ts';
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
  const { catalogue } = await CATALOGUES[language]();
  return createTexts(language, catalogue);
}

const english = () => import('./catalogues/en/catalogue.ts');

const CATALOGUES: Readonly<
  Record<TextLanguage, () => Promise<{ readonly catalogue: Translation<Catalogue> }>>
> = {
  en: english,
  'en-XA': english,
  de: () => import('./catalogues/de/catalogue.ts'),
  fr: () => import('./catalogues/fr/catalogue.ts'),
  es: () => import('./catalogues/es/catalogue.ts'),
  it: () => import('./catalogues/it/catalogue.ts'),
  pt: () => import('./catalogues/pt/catalogue.ts'),
  ja: () => import('./catalogues/ja/catalogue.ts'),
};
