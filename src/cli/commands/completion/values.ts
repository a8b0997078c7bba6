import type { Option } from 'commander';
import { KEY_SCOPES } from '../../../contract/key-scopes.ts';
import { LIST_CHANGES } from '../../../contract/list-changes.ts';
import { VERDICTS } from '../../../contract/verdict.ts';
import { WEBHOOK_EVENTS } from '../../../contract/webhook-events.ts';
import { COMMON_ENCODINGS, LIST_FORMATS } from '../../../formats/plan.ts';
import { FOREIGN_VERIFIERS } from '../../../formats/results/verifiers.ts';
import { COLUMN_PRESETS, LIST_COLUMNS } from '../../../formats/write/output.ts';
import { FACT_WORDS } from '../../../formats/write/row-filter.ts';
import { scopes, verdictsMeaning } from '../../../i18n/english/results.ts';
import { LANGUAGES } from '../../../i18n/languages.ts';
import { SERVE_SETTINGS } from '../../../settings/service.ts';
import type { Setting } from '../../../settings/setting.ts';
import { CONFIG_KEYS } from '../../config/config-keys.ts';
import { FORMATS } from '../../io/format.ts';
import { PROGRESS_MODES } from '../../render/progress.ts';
import { DEDUPE_MODES } from '../batch/results/dedupe.ts';
import { HELP_TOPICS } from '../help/topics.ts';
import { SHELLS } from './shells.ts';

/** The possible values of a flag or argument: one of some words (several, where there is a separator), a file, or free text. */
export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly separator?: ',' }
  | { readonly kind: 'file' }
  | { readonly kind: 'free' };

const FLAG_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--format': FORMATS,
  '--input-format': LIST_FORMATS,
  '--encoding': COMMON_ENCODINGS,
  '--progress': PROGRESS_MODES,
  '--dedupe': DEDUPE_MODES,
  '--lang': LANGUAGES,
  '--risky-role': ['true', 'false'],
  '--reporter': ['github', 'junit', 'sarif'],
  '--from <verifier>': FOREIGN_VERIFIERS,
  '--role': ['owner', 'member'],
  ...settingWords(),
};

function settingWords(): Record<string, readonly string[]> {
  const settings = Object.entries<Setting>(SERVE_SETTINGS);
  return Object.fromEntries(
    settings.flatMap(([name, { type }]) => (type.words ? [[`--${name}`, type.words]] : [])),
  );
}

/** Those that most want: with reasons and fine reasons there would be forty. */
const FEW_CONDITIONS = [...VERDICTS, ...FACT_WORDS];

/** Flags that take several comma-separated words, by their whole text where a command has other ones. */
const FLAG_LISTS: Readonly<Record<string, readonly string[]>> = {
  '--fail-on': VERDICTS,
  '--fail-on <change,...>': LIST_CHANGES,
  '--only': FEW_CONDITIONS,
  '--exclude': FEW_CONDITIONS,
  '--scopes': KEY_SCOPES,
  '--events': WEBHOOK_EVENTS,
  '--columns': [...Object.keys(COLUMN_PRESETS), ...LIST_COLUMNS],
};

/** What a word means, for shells that show it. */
export const WORD_TEXTS: Readonly<Record<string, string>> = {
  ...verdictsMeaning,
  ...scopes,
};

/** Placeholders that stand for files: `<file>`, `<file.html>`, `<path>`, `<pem>`, `<directory>`. */
const FILE = /<(?:file(?:\.\w+)?|path|pem|directory)>/;

/** The value of a flag; undefined for a flag without one. */
export function valueOfFlag({ long, flags }: Option): Value | undefined {
  if (!/[<[]/.test(flags)) return undefined;
  const words = FLAG_WORDS[flags] ?? FLAG_WORDS[long ?? ''];
  if (words) return { kind: 'words', words };
  const list = FLAG_LISTS[flags] ?? FLAG_LISTS[long ?? ''];
  if (list) return { kind: 'words', words: list, separator: ',' };
  return { kind: FILE.test(flags) ? 'file' : 'free' };
}

const SETTINGS: Value = { kind: 'words', words: CONFIG_KEYS };

const ARGUMENTS: Readonly<Record<string, Value>> = {
  clean: { kind: 'file' },
  'batch submit': { kind: 'file' },
  due: { kind: 'file' },
  import: { kind: 'file' },
  'admin backup': { kind: 'file' },
  completion: { kind: 'words', words: SHELLS },
  'config get': SETTINGS,
  'config set': SETTINGS,
  'config unset': SETTINGS,
};

/** The possible arguments of a command. `commands`: the program's, as arguments of `help`. */
export function argumentOf(path: string, commands: readonly string[]): Value {
  if (path === 'help') return { kind: 'words', words: [...commands, ...HELP_TOPICS.keys()] };
  return ARGUMENTS[path] ?? { kind: 'free' };
}
