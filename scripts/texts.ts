/**
 * Writes src/i18n/translations/en.json from the English texts, as the source for tools of translators, and brings the
 * translations in the order of English.
 *
 *     node scripts/texts.ts [--check]     writes nothing, and says what is wrong or missing
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type Language } from '../src/i18n/languages.ts';
import {
  type FlatTexts,
  faultsInEnglish,
  faultsInTranslation,
  inOrder,
  missingIn,
} from './texts/check.ts';
import { readEnglish } from './texts/english.ts';

const english = readEnglish();

/** The texts of a language by their ids. */
export function readTexts(language: Language): FlatTexts {
  if (language !== 'en') return JSON.parse(readFileSync(fileOf(language), 'utf8'));
  return Object.fromEntries(Object.entries(english).map(([id, { text }]) => [id, text]));
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const placeOf = (language: Language) => `src/i18n/translations/${language}.json`;
const fileOf = (language: Language) => join(ROOT, placeOf(language));

/** The expected content of the file. */
function contentOf(language: Language): string {
  return `${JSON.stringify(inOrder(english, readTexts(language)), null, 2)}\n`;
}

/** What is wrong, a line each. A missing text is not. */
export function findFaults(): string[] {
  return LANGUAGES.flatMap((language) => {
    const place = language === 'en' ? 'src/i18n/english' : placeOf(language);
    const faults =
      language === 'en'
        ? faultsInEnglish(english)
        : faultsInTranslation(language, english, readTexts(language));
    const isCurrent = contentOf(language) === readFileSync(fileOf(language), 'utf8');
    return [
      ...faults.map(({ id, fault }) => `${place}: ${id}: ${fault}`),
      ...(isCurrent ? [] : [`${placeOf(language)} is not as npm run texts writes it`]),
    ];
  });
}

function check(): void {
  for (const language of LANGUAGES.slice(1)) {
    const missing = missingIn(english, readTexts(language));
    console.log(`${language}: ${missing.length} missing`);
    for (const id of missing) console.log(`  ${id}: ${english[id]?.text}`);
  }
  const faults = findFaults();
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) {
  if (process.argv.includes('--check')) check();
  else for (const language of LANGUAGES) writeFileSync(fileOf(language), contentOf(language));
}
