/**
 * Settings that may come from several places under one name: `--keep-history`,
 * MAILVET_KEEP_HISTORY, "keep-history" in a file. Strongest first: flag, environment, file.
 */
import { MailvetError } from '../../errors.ts';
import { knownWordsHint } from '../../lib/did-you-mean.ts';
import type { Env } from '../context.ts';
import type { RawFlags } from './values.ts';

export interface SettingRule {
  /** The allowed values, for the error: `--port needs a whole number 0 to 65535`. */
  readonly needs: string;
  readonly allows: (text: string) => boolean;
  /** The allowed words, where only words are allowed. */
  readonly words?: readonly string[];
}

/** A source of settings: flags, environment or a file. */
export interface SettingSource {
  readonly give: (name: string) => string | undefined;
  /** How the user writes a setting in this source. */
  readonly call: (name: string) => string;
  /** `usage` for flags, `config` for every other source. */
  readonly code: 'usage' | 'config';
}

/** Sources come strongest first. Throws for the first wrong value, by its name in its source. */
export function readSettings<Name extends string>(
  rules: Readonly<Record<Name, SettingRule>>,
  sources: readonly SettingSource[],
): Readonly<Partial<Record<Name, string>>> {
  const given: Partial<Record<Name, string>> = {};
  for (const source of [...sources].reverse()) {
    for (const name of Object.keys(rules) as Name[]) {
      const value = source.give(name);
      if (value === undefined) continue;
      if (!rules[name].allows(value)) {
        throw wrongValue(rules[name], { name: source.call(name), code: source.code }, value);
      }
      given[name] = value;
    }
  }
  return given;
}

function wrongValue(
  { needs, words }: SettingRule,
  { name, code }: { readonly name: string; readonly code: SettingSource['code'] },
  value: string,
): MailvetError {
  const hint = words && { hint: knownWordsHint(value, 'Values', words) };
  return new MailvetError(code, `${name} needs ${needs}, not '${value}'`, hint);
}

export function flagSource(flags: RawFlags): SettingSource {
  return {
    give: (name) => flagText(flags[camelCase(name)]),
    call: (name) => `--${name}`,
    code: 'usage',
  };
}

/** An empty variable counts as none. */
export function environmentSource(env: Env): SettingSource {
  return {
    give: (name) => env[variableName(name)] || undefined,
    call: variableName,
    code: 'config',
  };
}

/** `keep-history` → `MAILVET_KEEP_HISTORY` */
export function variableName(setting: string): string {
  return `MAILVET_${setting.toUpperCase().replaceAll('-', '_')}`;
}

function flagText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.join(',') : String(value);
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function textRule(needs: string): SettingRule {
  return { needs, allows: (given) => given !== '' };
}

export function wholeRule(least: number, most: number): SettingRule {
  return {
    needs: `a whole number ${least} to ${most}`,
    allows: (given) => /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most,
  };
}

export function wordRule(
  ...words: readonly string[]
): SettingRule & { readonly words: readonly string[] } {
  const needs = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { words, needs, allows: (given) => words.includes(given) };
}
