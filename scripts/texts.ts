/**
 * Writes src/i18n/translations/en.json from the English texts, as the source for tools of translators, and brings the
 * translations in the order of English.
 *
 *     node scripts/texts.ts [--check]     only says which file differs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../src/i18n/english/catalogue.ts';
import { LANGUAGES, type Language } from '../src/i18n/languages.ts';

type FlatTexts = Readonly<Record<string, string>>;

/** The English texts by id, area after area. */
export function englishTexts(): FlatTexts {
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text]),
    ),
  );
}

/** A translation by id, as its file has it. */
export function translation(language: Language): FlatTexts {
  return JSON.parse(readFileSync(fileOf(language), 'utf8'));
}

function fileOf(language: Language): string {
  return fileURLToPath(new URL(`../src/i18n/translations/${language}.json`, import.meta.url));
}

/** The texts in the order of English; those that English has not got come last. */
function inOrder(texts: FlatTexts): FlatTexts {
  const known = Object.keys(englishTexts()).flatMap((id) => {
    const text = texts[id];
    return text ? [[id, text]] : [];
  });
  return { ...Object.fromEntries(known), ...texts };
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const language of LANGUAGES) {
    const texts = language === 'en' ? englishTexts() : inOrder(translation(language));
    const written = `${JSON.stringify(texts, null, 2)}\n`;
    if (written === readFileSync(fileOf(language), 'utf8')) continue;
    if (!isCheck) writeFileSync(fileOf(language), written);
    else {
      process.exitCode = 1;
      console.error(`${fileOf(language)} is out of date: npm run texts`);
    }
  }
}
