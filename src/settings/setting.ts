/** What a setting is. Its name gives its flag, its variable and its key in a config file. */
import { parseDuration } from '../lib/duration.ts';
import { parseSize } from '../lib/size.ts';

/** How the text of a setting becomes a value. */
export interface SettingType<Value> {
  /** The allowed values, for the error: `--port needs a whole number 0 to 65535`. */
  readonly needs: string;
  /** Undefined for a text that is not allowed. */
  readonly parse: (text: string) => Value | undefined;
  /** The allowed words, where only words are allowed. */
  readonly words?: readonly string[];
  /** Errors do not show it. */
  readonly isSecret?: true;
  /** A config file may hold it as JSON, where flags and variables name a file. */
  readonly isDocument?: true;
}

export interface Setting {
  readonly type: SettingType<unknown>;
  /** The value of its flag in the help, such as `<n>`; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  /** The help of its variable, where a flag says it otherwise. */
  readonly variableHelp?: string;
  /** The default as text. */
  readonly default?: string;
  /** What the help names as its default, where that is no value. */
  readonly otherwise?: string | undefined;
  /** Its flag may be given several times. */
  readonly isRepeatable?: true;
  /** There is a flag `--no-<name>`, too. */
  readonly isNegatable?: true;
}

export type SettingTable = Readonly<Record<string, Setting>>;

/** A setting that is a JSON document: the path of a file, or a value of a config file. */
export type JsonSetting = string | InlineSetting;

/** A value of a config file. */
export interface InlineSetting {
  readonly value: unknown;
  /** The config file: errors name it, and paths in the value start at its folder. */
  readonly file: string;
}

/** `keep-history` → `keepHistory` */
type CamelCase<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name & string;

type ValueOf<Each> = Each extends { readonly type: SettingType<infer Value> } ? Value : never;

/** The values of the settings that were given, by their names in camel case. */
export type Options<Table> = {
  readonly [Name in keyof Table as CamelCase<Name>]?: ValueOf<Table[Name]>;
};

/** The values of the settings that have a default. */
export type Defaults<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly default: string }
    ? CamelCase<Name>
    : never]: ValueOf<Table[Name]>;
};

export function defaultsOf<Table extends SettingTable>(table: Table): Defaults<Table> {
  const values = Object.entries(table).flatMap(([name, { type, default: text }]) =>
    text === undefined ? [] : [[camelCase(name), type.parse(text)]],
  );
  return Object.fromEntries(values) as Defaults<Table>;
}

export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `keep-history` → `MAILVET_KEEP_HISTORY` */
export function variableName(setting: string): string {
  return `MAILVET_${setting.toUpperCase().replaceAll('-', '_')}`;
}

export function text(needs: string): SettingType<string> {
  return { needs, parse: (given) => given || undefined };
}

/** A JSON document. */
export const DOCUMENT: SettingType<JsonSetting> = { ...text('a file'), isDocument: true };

export function whole(least: number, most: number): SettingType<number> {
  const needs = `a whole number ${least} to ${most}`;
  const isAllowed = (given: string) =>
    /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most;
  return { needs, parse: (given) => (isAllowed(given) ? Number(given) : undefined) };
}

export function word<const Word extends string>(...words: readonly Word[]): SettingType<Word> {
  const needs = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { words, needs, parse: (given) => words.find((each) => each === given) };
}

/** One of two words; the first one is true. */
export function either(yes: string, no: string): SettingType<boolean> {
  const one = word(yes, no);
  const parse = (given: string) => (one.parse(given) === undefined ? undefined : given === yes);
  return { ...one, parse };
}

export const DURATION: SettingType<number> = {
  needs: 'a duration such as 10m',
  parse: parseDuration,
};

export const SIZE: SettingType<number> = {
  needs: 'a size such as 500MB or 5GB',
  parse: (given) => parseSize(given) || undefined,
};

/** Several, comma-separated. */
export function list<Value>(
  needs: string,
  parse: (text: string) => Value | undefined,
): SettingType<readonly Value[]> {
  return {
    needs,
    parse(given) {
      const values = partsOf(given).map(parse);
      return values.every((value) => value !== undefined) ? values : undefined;
    },
  };
}

/** Several texts, comma-separated; empty ones are left out. */
export function texts(needs: string): SettingType<readonly string[]> {
  const parse = (given: string) => partsOf(given).filter((part) => part !== '');
  return { needs, parse: (given) => (given === '' ? undefined : parse(given)) };
}

function partsOf(given: string): string[] {
  return given.split(',').map((part) => part.trim());
}

/** A URL without a path, as its origin. */
export const ORIGIN: SettingType<string> = {
  needs: 'a URL such as https://verify.example.com, without a path',
  parse(given) {
    const url = URL.parse(given);
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
    return url.href === `${url.origin}/` ? url.origin : undefined;
  },
};
