/**
 * Settings that may come from several places under one name: `--keep-history`,
 * MAILVET_KEEP_HISTORY, "keep-history" in a file. Strongest first: flag, environment, file.
 */

import { knownWordsHint } from '../lib/did-you-mean.ts';
import { MailvetError } from '../lib/errors.ts';
import {
  camelCase,
  type InlineSetting,
  type Options,
  type SettingTable,
  type SettingType,
  variableName,
} from './setting.ts';

/** A source of settings: flags, environment or a file. */
export interface SettingSource {
  /** A text, or the document that stands in the file itself. */
  readonly give: (name: string) => string | InlineSetting | undefined;
  /** How the user writes a setting in this source. */
  readonly call: (name: string) => string;
  /** `usage` for flags, `config` for every other source. */
  readonly code: 'usage' | 'config';
}

/** Sources come strongest first. Throws for the first wrong value, by its name in its source. */
export function readSettings<Table extends SettingTable>(
  table: Table,
  sources: readonly SettingSource[],
): Options<Table> {
  const values: Record<string, unknown> = {};
  for (const source of sources.toReversed()) {
    for (const [name, { type }] of Object.entries(table)) {
      const given = source.give(name);
      if (given === undefined) continue;
      const value = typeof given === 'string' ? type.parse(given) : given;
      if (value === undefined) throw wrongValue(type, source, { name, given: String(given) });
      values[camelCase(name)] = value;
    }
  }
  return values as Options<Table>;
}

function wrongValue(
  { needs, words, isSecret }: SettingType<unknown>,
  { call, code }: SettingSource,
  { name, given }: { readonly name: string; readonly given: string },
): MailvetError {
  const hint = words && { hint: knownWordsHint(given, 'Values', words) };
  return new MailvetError(
    code,
    `${call(name)} needs ${needs}, not ${isSecret ? 'what was given' : `'${given}'`}`,
    hint,
  );
}

/** Flags as commander gives them, by their names in camel case. */
export function flagSource(flags: Readonly<Record<string, unknown>>): SettingSource {
  return {
    give: (name) => flagText(flags[camelCase(name)]),
    call: (name) => `--${name}`,
    code: 'usage',
  };
}

/** An empty variable counts as none. */
export function environmentSource(
  env: Readonly<Record<string, string | undefined>>,
): SettingSource {
  return {
    give: (name) => env[variableName(name)] || undefined,
    call: variableName,
    code: 'config',
  };
}

function flagText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.join(',') : String(value);
}
