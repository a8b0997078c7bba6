import { LANGUAGES } from '../i18n/languages.ts';
import { type SettingTable, word } from './setting.ts';

/** For the reader of what a command says, on a terminal and in reports. */
export const READER_SETTINGS = {
  lang: {
    type: word(...LANGUAGES),
    value: '<language>',
    help: 'language of tables, notices, summaries and reports',
    otherwise: 'that of LC_ALL, LC_MESSAGES or LANG',
  },
} as const satisfies SettingTable;
