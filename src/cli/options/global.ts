import { type Command, Option } from 'commander';
import { ACCESS_SETTINGS } from '../../settings/access.ts';
import { flagSource, type SettingSource } from '../../settings/read.ts';
import type { SettingTable } from '../../settings/setting.ts';
import { VERIFIER_SETTINGS } from '../../settings/verifier.ts';
import { FORMATS, type Format } from '../io/format.ts';
import { settingOptions } from './setting-options.ts';
import { choiceFlag, durationFlag, type RawFlags, textFlag, wholeFlag } from './values.ts';

/** Flags that every command takes, checked. */
export interface GlobalFlags {
  readonly apiKey?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
  readonly allowInsecureHttp: boolean;
  readonly caFile?: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** Of a request; undefined: as many as are usual. */
  readonly maxRetries?: number | undefined;
  readonly format?: Format | undefined;
  readonly quiet: boolean;
  /** `--progress json`: stderr holds objects of JSON alone, one a line. */
  readonly jsonStderr: boolean;
  readonly debug: boolean;
  readonly debugFile?: string | undefined;
  /** False with `--no-input`: no prompts. */
  readonly input: boolean;
  /** The file of a policy; false with `--no-policy`; undefined: the nearest one. */
  readonly policy: string | false | undefined;
  /** Masks addresses everywhere but in results. */
  readonly redact: boolean;
  /** Those of the verifier, which serve and the embedded service read. */
  readonly verifier: SettingSource;
}

export function addGlobalOptions(program: Command): void {
  for (const option of [...serviceOptions(), ...outputOptions(), ...verifierOptions()]) {
    program.addOption(option);
  }
  // What `--json=<fields>` becomes: an option with an optional value would take the next argument.
  program.addOption(new Option('--json-fields <fields>').hideHelp());
}

const SERVICE_HEADING = 'Service:';

function serviceOptions(): Option[] {
  const [keyFile, ...more] = grouped(SERVICE_HEADING, [
    ['--api-key-file <path>', 'read the API key from a file (- = stdin)'],
    ['--allow-insecure-http', 'send the key over plain http, too'],
    ['--ca-file <pem>', 'trust these certificate authorities as well'],
    ['--timeout <duration>', 'give up after this time (500ms, 30s, 5m)'],
    ['--max-retries <n>', 'tries after the first of a request that may be sent again (4)'],
  ]);
  return [
    ...(keyFile ? [keyFile] : []),
    ...underHeading(ACCESS_SETTINGS, SERVICE_HEADING),
    ...more,
  ];
}

function outputOptions(): Option[] {
  return grouped('Output:', [
    ['--format <format>', `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}`],
    ['--json', 'short for --format json; --json=<fields> only these fields'],
    ['--jq <expression>', 'what jq makes of the JSON'],
    ['-q, --quiet', 'say nothing but errors'],
    ['--debug', 'log requests and answers, without key and contents'],
    ['--debug-file <file>', 'add the same to a file, with the time of each line'],
    ['--no-input', 'never ask anything'],
    ['--policy <file>', 'judge by this file (the nearest mailvet.json)'],
    ['--no-policy', 'judge without a mailvet.json'],
  ]);
}

export const VERIFIER_HEADING = 'Verifier (embedded service, serve):';

function verifierOptions(): Option[] {
  return underHeading(VERIFIER_SETTINGS, VERIFIER_HEADING);
}

function underHeading(table: SettingTable, heading: string): Option[] {
  return settingOptions(table).map((option) => option.helpGroup(heading));
}

function grouped(heading: string, list: readonly (readonly [string, string])[]): Option[] {
  return list.map(([flags, description]) => new Option(flags, description).helpGroup(heading));
}

/** Checks the flags that every command takes. */
export function parseGlobalFlags(raw: RawFlags): GlobalFlags {
  return {
    apiKey: textFlag(raw, 'apiKey'),
    apiKeyFile: textFlag(raw, 'apiKeyFile'),
    baseUrl: textFlag(raw, 'baseUrl'),
    profile: textFlag(raw, 'profile'),
    allowInsecureHttp: raw.allowInsecureHttp === true,
    caFile: textFlag(raw, 'caFile'),
    timeout: durationFlag(raw, 'timeout'),
    maxRetries: wholeFlag(raw, 'maxRetries', { least: 0, most: 100 }),
    format: parseFormat(raw),
    quiet: raw.quiet === true,
    jsonStderr: textFlag(raw, 'progress')?.toLowerCase() === 'json',
    debug: raw.debug === true,
    debugFile: textFlag(raw, 'debugFile'),
    input: raw.input !== false,
    policy: raw.policy === false ? false : textFlag(raw, 'policy'),
    redact: raw.redact === true,
    verifier: flagSource(raw),
  };
}

function parseFormat(raw: RawFlags): Format | undefined {
  if (raw.json === true) return 'json';
  return choiceFlag(raw, 'format', { noun: 'format', words: FORMATS });
}
