import type { Language } from '../../i18n/languages.ts';
import type { Texts } from '../../i18n/texts.ts';

/** By one import: Node finds it again also where an upgrade has replaced mailvet's files meanwhile. */
export async function loadTexts(language: Language): Promise<Texts> {
  const { loadTexts: load } = await import('../../i18n/load-texts.ts');
  return await load(language);
}
