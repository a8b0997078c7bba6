import { parseDuration } from '../../lib/duration.ts';
import type { Env } from '../context.ts';
import type { VerifierFlags } from '../options/global.ts';
import {
  environmentSource,
  flagSource,
  readSettings,
  type SettingRule,
  type SettingSource,
  textRule,
  wholeRule,
  wordRule,
} from '../options/settings.ts';

/** The verifier's settings: `serve`, the embedded service and `doctor` take them. */
export const VERIFIER_SETTINGS = {
  helo: textRule('a host name'),
  sender: textRule('an address, or <>'),
  dns: textRule('ip[:port],…'),
  'dns-check': wordRule('on', 'off'),
  'allow-network': textRule('a network such as 10.0.0.0/8'),
  'provider-connections': wholeRule(1, 99_999),
  providers: textRule('a file'),
  egress: textRule('a file'),
  evidence: wordRule('on', 'off'),
  patience: {
    needs: 'a duration such as 10m',
    allows: (given) => parseDuration(given) !== undefined,
  },
  'greylist-retries': {
    needs: 'durations such as 1m,5m,15m',
    allows: (given) => given.split(',').every((each) => parseDuration(each.trim()) !== undefined),
  },
} satisfies Record<string, SettingRule>;

type GivenVerifierSettings = Readonly<Partial<Record<keyof typeof VERIFIER_SETTINGS, string>>>;

/** The verifier's settings from flags, else from the environment or `more`. Absent ones keep the defaults. */
export function readVerifierOptions(flags: VerifierFlags, env: Env, ...more: SettingSource[]) {
  const sources = [flagSource({ ...flags }), environmentSource(env), ...more];
  return toVerifierOptions(readSettings(VERIFIER_SETTINGS, sources));
}

/** Checked texts as values. */
export function toVerifierOptions(given: GivenVerifierSettings) {
  const dns = parseList(given.dns);
  const allowNetwork = parseList(given['allow-network']);
  const connections = given['provider-connections'];
  const retries = given['greylist-retries'];
  const patience = given.patience === undefined ? undefined : parseDuration(given.patience);
  return {
    ...(patience !== undefined && { patience }),
    ...(given.helo !== undefined && { helo: given.helo }),
    ...(given.sender !== undefined && { sender: given.sender }),
    ...(dns.length > 0 && { dns }),
    ...(given['dns-check'] !== undefined && { dnsCheck: given['dns-check'] === 'on' }),
    ...(allowNetwork.length > 0 && { allowNetwork }),
    ...(connections !== undefined && { providerConnections: Number(connections) }),
    ...(given.providers !== undefined && { providers: given.providers }),
    ...(given.egress !== undefined && { egress: given.egress }),
    ...(given.evidence !== undefined && { evidence: given.evidence === 'on' }),
    ...(retries !== undefined && {
      greylistRetries: parseList(retries).flatMap((wait) => parseDuration(wait) ?? []),
    }),
  };
}

function parseList(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
