import { ACCESS_SETTINGS } from '../../settings/access.ts';
import {
  environmentSource,
  flagSource,
  readSettings,
  type SettingSource,
} from '../../settings/read.ts';
import type { Setting, SettingTable } from '../../settings/setting.ts';
import { VERIFIER_SETTINGS, type VerifierOptions } from '../../settings/verifier.ts';
import type { Env } from '../context.ts';
import { FORMATS, type Format } from '../io/format.ts';
import { inGroup, type OptionSpec } from './option-spec.ts';
import { choiceFlag, durationFlag, type RawFlags, textFlag, wholeFlag } from './values.ts';

export const VERIFIER_HEADING = 'Verifier (embedded service, serve):';

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
  /** `--progress json`: stderr holds only JSON objects, one a line. */
  readonly jsonStderr: boolean;
  readonly debug: boolean;
  readonly debugFile?: string | undefined;
  /** False with `--no-input`: no prompts. */
  readonly input: boolean;
  /** The file of a policy; false with `--no-policy`; undefined: the nearest one. */
  readonly policy: string | false | undefined;
  /** Masks addresses everywhere but in results. */
  readonly redact: boolean;
  /** The settings of the verifier, for serve and the embedded service. */
  readonly verifier: SettingSource;
}

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  ...inGroup('Service:', [
    ['--api-key-file <path>', 'read the API key from a file (- = stdin)'],
    ...settingOptions(ACCESS_SETTINGS),
    ['--allow-insecure-http', 'send the key over plain http, too'],
    ['--ca-file <pem>', 'trust these certificate authorities as well'],
    ['--timeout <duration>', 'give up after this time (500ms, 30s, 5m)'],
    ['--max-retries <n>', 'tries after the first of a request that may be sent again (4)'],
  ]),
  ...inGroup('Output:', [
    ['--format <format>', `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}`],
    ['--json', 'short for --format json; --json=<fields> only these fields'],
    ['--jq <expression>', 'what jq makes of the JSON'],
    ['-q, --quiet', 'say nothing but errors'],
    ['--debug', 'log requests and answers, without key and contents'],
    ['--debug-file <file>', 'add the same to a file, with the time of each line'],
    ['--no-input', 'never ask anything'],
    ['--policy <file>', 'judge by this file (the nearest mailvet.json); seeds checks test data'],
    ['--no-policy', 'judge without a mailvet.json'],
  ]),
  ...inGroup(VERIFIER_HEADING, settingOptions(VERIFIER_SETTINGS)),
  // What `--json=<fields>` becomes: an option with an optional value would take the next argument.
  ['--json-fields <fields>', '', { hidden: true }],
];

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

/** Settings as flags. Repeatable flags come last. */
export function settingOptions(table: SettingTable): OptionSpec[] {
  const isLast = ({ isRepeatable }: Setting) => (isRepeatable ? 1 : 0);
  return Object.entries(table)
    .toSorted(([, a], [, b]) => isLast(a) - isLast(b))
    .flatMap(([name, setting]) => {
      const { value, help, isRepeatable: repeatable, isNegatable } = setting;
      const option: OptionSpec =
        value === undefined
          ? [`--${name}`, help, { repeatable }]
          : [`--${name} ${value}`, withDefault(help, setting), { repeatable }];
      return isNegatable ? [option, [`--no-${name}`, `--${name} off`]] : [option];
    });
}

/** `port to listen on (8025)` */
export function withDefault(help: string, { default: value, otherwise }: Setting): string {
  const shown = value ?? otherwise;
  return shown === undefined ? help : `${help} (${shown})`;
}

/** The verifier's settings from flags, else from the environment or `more`. Absent ones keep the defaults. */
export function readVerifierOptions(
  flags: SettingSource,
  env: Env,
  ...more: SettingSource[]
): VerifierOptions {
  return readSettings(VERIFIER_SETTINGS, [flags, environmentSource(env), ...more]);
}
