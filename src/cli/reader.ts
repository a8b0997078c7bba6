import { isLanguage, localeLanguage, type TextLanguage } from '../i18n/languages.ts';
import type { Texts } from '../i18n/texts.ts';
import {
  environmentSource,
  flagSource,
  readSettings,
  type SettingSource,
} from '../settings/read.ts';
import { READER_SETTINGS } from '../settings/reader.ts';
import type { Context, Env } from './context.ts';
import type { Say } from './render/say.ts';

/** What the person at the terminal reads, in their language. What programs read is English. */
export interface Reader {
  /** Texts of summaries and reports. */
  texts(): Promise<Texts>;
  /** An English sentence of ours; what is no sentence of ours stays as it is. */
  say(english: string): Promise<string>;
  /** The same at once: English until the texts are loaded. */
  sayNow(english: string): string;
  /** For what goes to stdout: English in a pipe, unless a flag or a variable names a language. */
  shown(): Promise<Say>;
}

interface Reading {
  readonly context: Pick<Context, 'env'> & { readonly stdout: { readonly isTTY: boolean } };
  /** Flags. */
  readonly flags: SettingSource;
  /** What is said is for programs, agents or operators: it stays English. */
  readonly isEnglish: boolean;
  /** The language of the config file. */
  readonly configured: () => Promise<TextLanguage | undefined>;
}

/** Throws for a language that is not there. */
export function createReader({ context, flags, isEnglish, configured }: Reading): Reader {
  const { env, stdout } = context;
  const named = readSettings(READER_SETTINGS, [flags, environmentSource(env)]).lang;
  let chosen: Promise<TextLanguage> | undefined;
  const language = () => {
    chosen ??= findLanguage(named, env, configured);
    return chosen;
  };
  let saying: Promise<Say> | undefined;
  let sayNow = ENGLISH;
  const load = () => {
    saying ??= language().then(async (language) => {
      if (!isEnglish && language !== 'en') sayNow = await loadSaying(language);
      return sayNow;
    });
    return saying;
  };
  return {
    texts: async () => await loadTexts(await language()),
    shown: async () => (named !== undefined || stdout.isTTY ? await load() : ENGLISH),
    say: async (english) => (await load())(english),
    sayNow: (english) => {
      void load();
      return sayNow(english);
    },
  };
}

/** By the environment alone: before flags and config file are read, and where they can't be. */
export function localeReader(context: Reading['context']): Pick<Reader, 'say' | 'sayNow'> {
  // A language that is not there is reported by what reads the settings.
  const { MAILVET_LANG: named = '', ...env } = context.env;
  const known = isLanguage(named) ? { ...env, MAILVET_LANG: named } : env;
  return createReader({
    context: { ...context, env: known },
    flags: flagSource({}),
    isEnglish: false,
    configured: async () => undefined,
  });
}

const ENGLISH: Say = (english) => english;

async function findLanguage(
  named: TextLanguage | undefined,
  env: Env,
  configured: Reading['configured'],
): Promise<TextLanguage> {
  // A config file that can't be read is reported by what needs it.
  return named ?? (await configured().catch(() => undefined)) ?? localeLanguage(env);
}

async function loadTexts(language: TextLanguage): Promise<Texts> {
  const { textLoader } = await import('../i18n/load-texts.ts');
  return await textLoader()(language);
}

async function loadSaying(language: TextLanguage): Promise<Say> {
  const { sayInTerminal } = await import('./render/say.ts');
  const text = await loadTexts(language);
  return (english) => sayInTerminal(text, english);
}
