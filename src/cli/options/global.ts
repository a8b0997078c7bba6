import { type Command, Option } from 'commander';
import { MailvetError } from '../../errors.ts';
import { parseDuration } from '../../lib/duration.ts';
import { FORMATS, type Format, parseFormat } from '../io/format.ts';

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
  readonly format?: Format | undefined;
  readonly quiet: boolean;
  readonly debug: boolean;
  /** False with `--no-input`: nothing is asked. */
  readonly input: boolean;
  readonly verifier: VerifierFlags;
}

/** Settings of the verifier, as written: serve and the embedded service read them. */
export interface VerifierFlags {
  readonly helo?: string | undefined;
  readonly sender?: string | undefined;
  readonly dns?: string | undefined;
  readonly allowNetwork?: readonly string[] | undefined;
  readonly providerConnections?: string | undefined;
  readonly greylistRetries?: string | undefined;
}

/** What commander hands over for a command: its own options and the program's. */
export type RawFlags = Readonly<Record<string, unknown>>;

export function addGlobalOptions(program: Command): void {
  for (const option of [...serviceOptions(), ...outputOptions(), ...verifierOptions()]) {
    program.addOption(option);
  }
}

function serviceOptions(): Option[] {
  return grouped('Service:', [
    ['--api-key-file <path>', 'read the API key from a file (- = stdin)'],
    [
      '--api-key <key>',
      'the API key; other users of this machine can see it while the program runs',
    ],
    ['--base-url <url>', 'the service'],
    ['--profile <name>', 'settings to use: each profile has its own key and base URL'],
    ['--allow-insecure-http', 'send the key over plain http, too'],
    ['--ca-file <pem>', 'trust these certificate authorities as well'],
    ['--timeout <duration>', 'give up after this time (500ms, 30s, 5m)'],
  ]);
}

function outputOptions(): Option[] {
  return grouped('Output:', [
    ['--format <format>', `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}`],
    ['--json', 'short for --format json'],
    ['-q, --quiet', 'say nothing but errors'],
    ['--debug', 'log requests and answers, without key and contents'],
    ['--no-input', 'never ask anything'],
  ]);
}

export const VERIFIER_HEADING = 'Verifier (embedded service, serve):';

function verifierOptions(): Option[] {
  const heading = VERIFIER_HEADING;
  const repeatable = new Option('--allow-network <cidr>', 'allow mail hosts in this network')
    .argParser((value: string, before: string[] = []) => [...before, value])
    .helpGroup(heading);
  const others = grouped(heading, [
    ['--helo <name>', 'name to greet mail hosts with'],
    ['--sender <address>', 'envelope sender of the probes'],
    ['--dns <servers>', 'DNS servers as ip[:port], comma-separated'],
    ['--provider-connections <n>', 'connections to one mail provider at once'],
    ['--greylist-retries <durations>', 'when to try again after a deferral (1m,5m,15m,30m)'],
  ]);
  return [...others, repeatable];
}

function grouped(heading: string, list: readonly (readonly [string, string])[]): Option[] {
  return list.map(([flags, description]) => new Option(flags, description).helpGroup(heading));
}

/** Checks the flags that every command takes. */
export function parseGlobalFlags(raw: RawFlags): GlobalFlags {
  return {
    apiKey: text(raw, 'apiKey'),
    apiKeyFile: text(raw, 'apiKeyFile'),
    baseUrl: text(raw, 'baseUrl'),
    profile: text(raw, 'profile'),
    allowInsecureHttp: raw.allowInsecureHttp === true,
    caFile: text(raw, 'caFile'),
    timeout: durationFlag(raw, 'timeout', '--timeout'),
    format: formatOf(raw),
    quiet: raw.quiet === true,
    debug: raw.debug === true,
    input: raw.input !== false,
    verifier: verifierFlags(raw),
  };
}

function verifierFlags(raw: RawFlags): VerifierFlags {
  return {
    helo: text(raw, 'helo'),
    sender: text(raw, 'sender'),
    dns: text(raw, 'dns'),
    allowNetwork: raw.allowNetwork as readonly string[] | undefined,
    providerConnections: text(raw, 'providerConnections'),
    greylistRetries: text(raw, 'greylistRetries'),
  };
}

function formatOf(raw: RawFlags): Format | undefined {
  const named = text(raw, 'format');
  if (raw.json === true) return 'json';
  return named === undefined ? undefined : parseFormat(named);
}

function text(raw: RawFlags, name: string): string | undefined {
  const value = raw[name];
  return typeof value === 'string' ? value : undefined;
}

/** A duration flag in milliseconds. `flag` is how the user writes it. */
export function durationFlag(raw: RawFlags, name: string, flag: string): number | undefined {
  const value = text(raw, name);
  if (value === undefined) return undefined;
  const duration = parseDuration(value);
  if (duration !== undefined) return duration;
  throw new MailvetError('usage', `${flag} needs a duration with its unit, not '${value}'`, {
    hint: 'Write it as 500ms, 30s, 5m or 2h',
  });
}

/** A whole number within bounds. */
export function wholeFlag(
  raw: RawFlags,
  name: string,
  rule: { readonly flag: string; readonly least: number; readonly most?: number },
): number | undefined {
  const value = text(raw, name);
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  const most = rule.most ?? Number.MAX_SAFE_INTEGER;
  if (number >= rule.least && number <= most) return number;
  const range = rule.most === undefined ? `from ${rule.least}` : `${rule.least} to ${rule.most}`;
  throw new MailvetError('usage', `${rule.flag} needs a whole number ${range}, not '${value}'`);
}
