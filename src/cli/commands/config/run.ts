import { MailvetError } from '../../../errors.ts';
import {
  type Config,
  configPath,
  DEFAULT_PROFILE,
  profileOf,
  saveConfig,
} from '../../config/config-file.ts';
import {
  type ConfigKey,
  parseConfigKey,
  storedValue,
  withoutSetting,
  withSetting,
} from '../../config/settings.ts';
import type { Action, Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { readAll } from '../../io/read-input.ts';
import { maskKey } from '../../service/mask-key.ts';
import {
  type Origin,
  resolveBaseUrl,
  resolveProfile,
  type Sourced,
} from '../../service/resolve.ts';

export const runConfigList: Action = async (invocation) => {
  const { path } = await invocation.config();
  const rows = await settingsInForce(invocation);
  const shown = invocation.flags.showOrigin === true;
  const place = (origin: Origin) => (origin === 'config' ? path : origin);
  await printList(invocation, {
    rows: rows.map(({ origin, ...row }) => (shown ? { ...row, origin: place(origin) } : row)),
    columns: [
      { title: 'SETTING', text: ({ key }) => key },
      { title: 'VALUE', text: ({ value }) => value },
      ...(shown
        ? [{ title: 'ORIGIN', text: (row: object) => (row as { origin: string }).origin }]
        : []),
    ],
  });
  return undefined;
};

interface SettingInForce {
  readonly key: ConfigKey;
  readonly value: string;
  readonly origin: Origin;
}

async function settingsInForce({ context, globals, config: load }: Invocation) {
  const { config } = await load();
  const { env } = context;
  const profile = resolveProfile({ flags: globals, env, config });
  const stored = profileOf(config, profile.value) ?? {};
  const apiKey =
    sourced(globals.apiKey, 'flag') ??
    sourced(env.MAILVET_API_KEY, 'env') ??
    sourced(stored.apiKey, 'config');
  const baseUrl = resolveBaseUrl({ flags: globals, env }, stored);
  const riskyRole: Sourced<string> = {
    value: String(config.riskyRole ?? true),
    origin: config.riskyRole === undefined ? 'default' : 'config',
  };
  const row = (key: ConfigKey, found: Sourced<string> | undefined): SettingInForce[] =>
    found ? [{ key, value: found.value, origin: found.origin }] : [];
  return [
    ...row('apiKey', apiKey && { ...apiKey, value: maskKey(apiKey.value) }),
    ...row('baseUrl', baseUrl),
    ...row('profile', profile),
    ...row('riskyRole', riskyRole),
  ];
}

function sourced(value: string | undefined, origin: Origin): Sourced<string> | undefined {
  return value ? { value, origin } : undefined;
}

export const runConfigGet: Action = async (invocation) => {
  const { config, profile } = await loadForEdit(invocation);
  const key = keyArgument(invocation);
  const value = storedValue(config, profile, key);
  if (value === undefined) throw new MailvetError('input', `${key} is not set`);
  await invocation.context.stdout.write(`${value}\n`);
  return undefined;
};

export const runConfigSet: Action = async (invocation) => {
  const { context, args } = invocation;
  const { config, profile } = await loadForEdit(invocation);
  const key = keyArgument(invocation);
  const given = args[1] ?? '';
  const value = given === '-' ? (await readAll(context.stdin)).trim() : given;
  await saveConfig(context, withSetting(config, profile, { key, value }));
  return undefined;
};

export const runConfigUnset: Action = async (invocation) => {
  const { config, profile } = await loadForEdit(invocation);
  const changed = withoutSetting(config, profile, keyArgument(invocation));
  await saveConfig(invocation.context, changed);
  return undefined;
};

/** Also when the file is broken: it must be found to be mended. */
export const runConfigPath: Action = async ({ context }) => {
  await context.stdout.write(`${configPath(context)}\n`);
  return undefined;
};

function keyArgument({ args }: Invocation): ConfigKey {
  return parseConfigKey(args[0] ?? '');
}

/** The file, and the profile that was asked for by name. */
async function loadForEdit(
  invocation: Invocation,
): Promise<{ readonly config: Config; readonly profile: string }> {
  const { config } = await invocation.config();
  const { context, globals } = invocation;
  const profile = globals.profile ?? context.env.MAILVET_PROFILE;
  return { config, profile: profile || config.profile || DEFAULT_PROFILE };
}
