/** Every setting of `serve`. */
import { parseNetwork } from '../../../lib/client-origin.ts';
import { parseSize } from '../../../lib/size.ts';
import { type SettingRule, textRule, wholeRule, wordRule } from '../../options/settings.ts';
import { VERIFIER_SETTINGS } from '../../service/verifier-options.ts';

export const SERVE_SETTINGS = {
  host: textRule('an address to listen on'),
  port: wholeRule(0, 65_535),
  database: textRule('the path of a file, or a postgres:// URL'),
  'database-direct': {
    needs: 'a postgres:// URL',
    allows: (given) => /^postgres(ql)?:\/\//i.test(given),
  },
  lists: textRule('the path of a folder, database or off'),
  'public-url': {
    needs: 'a URL such as https://verify.example.com, without a path',
    allows: isOrigin,
  },
  'trust-proxy': {
    needs: 'addresses or networks such as 127.0.0.1,10.0.0.0/8',
    allows: (given) => given.split(',').every((each) => parseNetwork(each.trim()) !== undefined),
  },
  workers: wholeRule(0, 256),
  'rate-limit': wholeRule(0, 1_000_000),
  'open-batches': wholeRule(1, 1_000_000),
  'list-storage': sizeRule(),
  'team-storage': sizeRule(),
  metrics: wordRule('off', 'local', 'public'),
  'keep-history': wholeRule(1, 36_500),
  'keep-batches': wholeRule(1, 36_500),
  'log-level': wordRule('error', 'warn', 'info', 'debug'),
  'log-format': wordRule('json', 'text'),
  'log-addresses': wordRule('true', 'false'),
  ...VERIFIER_SETTINGS,
} satisfies Record<string, SettingRule>;

export type ServeSetting = keyof typeof SERVE_SETTINGS;
export const SERVE_SETTING_NAMES = Object.keys(SERVE_SETTINGS) as ServeSetting[];

/** The checked text of each setting that was given, from its strongest source. */
export type GivenSettings = Readonly<Partial<Record<ServeSetting, string>>>;

function sizeRule(): SettingRule {
  return {
    needs: 'a size such as 500MB or 5GB',
    allows: (given) => (parseSize(given) ?? 0) > 0,
  };
}

function isOrigin(given: string): boolean {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}
