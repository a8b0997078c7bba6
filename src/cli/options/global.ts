import { type Command, Option } from 'commander';
import { FORMATS, type Format } from '../io/format.ts';
import { choiceFlag, durationFlag, type RawFlags, textFlag } from './values.ts';

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
  /** False with `--no-input`: no prompts. */
  readonly input: boolean;
  /** Masks addresses everywhere but in results. */
  readonly redact: boolean;
  readonly verifier: VerifierFlags;
}

/** Settings of the verifier, as written: serve and the embedded service read them. */
export interface VerifierFlags {
  readonly helo?: string | undefined;
  readonly sender?: string | undefined;
  readonly dns?: string | undefined;
  readonly dnsCheck?: string | undefined;
  readonly allowNetwork?: readonly string[] | undefined;
  readonly providerConnections?: string | undefined;
  readonly greylistRetries?: string | undefined;
  readonly patience?: string | undefined;
  readonly providers?: string | undefined;
  readonly egress?: string | undefined;
  readonly evidence?: string | undefined;
}

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
    ['--dns-check <on|off>', 'whether DNS servers are checked before they are believed (on)'],
    ['--provider-connections <n>', 'connections to one mail provider at once, at most'],
    ['--providers <file>', 'entries or values for the table of mail providers'],
    ['--egress <file>', 'source addresses and SOCKS5 proxies to contact mail hosts by'],
    ['--greylist-retries <durations>', 'when to try again after a deferral (1m,5m,15m,30m)'],
    ['--evidence <on|off>', 'whether results keep what they rest on, for replay (on)'],
    ['--patience <duration>', 'how long a batch waits beyond its last progress (56m: all retries)'],
  ]);
  return [...others, repeatable];
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
    format: parseFormat(raw),
    quiet: raw.quiet === true,
    debug: raw.debug === true,
    input: raw.input !== false,
    redact: raw.redact === true,
    verifier: verifierFlags(raw),
  };
}

function verifierFlags(raw: RawFlags): VerifierFlags {
  return {
    helo: textFlag(raw, 'helo'),
    sender: textFlag(raw, 'sender'),
    dns: textFlag(raw, 'dns'),
    dnsCheck: textFlag(raw, 'dnsCheck'),
    allowNetwork: raw.allowNetwork as readonly string[] | undefined,
    providerConnections: textFlag(raw, 'providerConnections'),
    greylistRetries: textFlag(raw, 'greylistRetries'),
    patience: textFlag(raw, 'patience'),
    providers: textFlag(raw, 'providers'),
    egress: textFlag(raw, 'egress'),
    evidence: textFlag(raw, 'evidence'),
  };
}

function parseFormat(raw: RawFlags): Format | undefined {
  if (raw.json === true) return 'json';
  return choiceFlag(raw, 'format', { noun: 'format', words: FORMATS });
}
