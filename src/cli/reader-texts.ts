import { localeLanguage, type TextLanguage } from '../i18n/languages.ts';
import type { Texts } from '../i18n/texts.ts';
import { environmentSource, readSettings, type SettingSource } from '../settings/read.ts';
import { READER_SETTINGS } from '../settings/reader.ts';
import type { Env } from './context.ts';

/** The language that a flag or a variable names. Throws for one that is not there. */
export function namedLanguage(flags: SettingSource, env: Env): TextLanguage | undefined {
  return readSettings(READER_SETTINGS, [flags, environmentSource(env)]).lang;
}

/** Loads the texts for the reader at a terminal. */
export async function readerTexts(named: TextLanguage | undefined, env: Env): Promise<Texts> {
  const { textLoader } = await import('../i18n/load-texts.ts');
  return await textLoader()(named ?? localeLanguage(env));
}
