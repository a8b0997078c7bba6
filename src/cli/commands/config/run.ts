import { shownUrl } from '../../../contract/client/base-url.ts';
import { MailvetError } from '../../../errors.ts';
import {
  type Config,
  configPath,
  type Profile,
  profileOf,
  saveConfig,
} from '../../config/config-file.ts';
import {
  type ConfigKey,
  parseConfigKey,
  storedValue,
  withoutSetting,
  withSetting,
} from '../../config/config-keys.ts';
import { maskKey } from '../../connect/mask-key.ts';
import {
  givenSetting,
  type Origin,
  resolveBaseUrl,
  resolveProfile,
  type Sourced,
} from '../../connect/resolve.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { readAll } from '../../io/read-input.ts';

interface ListOptions {
  readonly showOrigin: boolean;
}

export function parseListOptions({ flags }: CommandLine): ListOptions {
  return { showOrigin: flags.showOrigin === true };
}

export async function runConfigList(
  invocation: Invocation,
  { showOrigin: shown }: ListOptions,
): Promise<undefined> {
  const { path } = await invocation.config();
  const rows = await settingsInForce(invocation);
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
}

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
  const apiKey = givenSetting({ flags: globals, env }, 'apiKey') ?? storedKey(stored);
  const baseUrl = resolveBaseUrl({ flags: globals, env }, stored);
  const riskyRole: Sourced<string> = {
    value: String(config.riskyRole ?? true),
    origin: config.riskyRole === undefined ? 'default' : 'config',
  };
  const row = (key: ConfigKey, found: Sourced<string> | undefined): SettingInForce[] =>
    found ? [{ key, value: found.value, origin: found.origin }] : [];
  return [
    ...row('apiKey', apiKey && { ...apiKey, value: maskKey(apiKey.value) }),
    ...row('baseUrl', baseUrl && { ...baseUrl, value: shownUrl(baseUrl.value) }),
    ...row('profile', profile),
    ...row('riskyRole', riskyRole),
  ];
}

function storedKey({ apiKey }: Profile): Sourced<string> | undefined {
  return apiKey ? { value: apiKey, origin: 'config' } : undefined;
}

/** A setting by its name. */
interface KeyOptions {
  readonly key: ConfigKey;
}

export function parseKeyOptions({ args }: CommandLine): KeyOptions {
  return { key: parseConfigKey(args[0] ?? '') };
}

export async function runConfigGet(
  invocation: Invocation,
  { key }: KeyOptions,
): Promise<undefined> {
  const { config, profile } = await loadForEdit(invocation);
  const value = storedValue(config, profile, key);
  if (value === undefined) throw new MailvetError('input', `${key} is not set`);
  await invocation.context.stdout.write(`${value}\n`);
}

interface SetOptions extends KeyOptions {
  /** `-`: the value is read from stdin. */
  readonly value: string;
}

export function parseSetOptions(line: CommandLine): SetOptions {
  return { ...parseKeyOptions(line), value: line.args[1] ?? '' };
}

export async function runConfigSet(
  invocation: Invocation,
  { key, value: given }: SetOptions,
): Promise<undefined> {
  const { context } = invocation;
  const { config, profile } = await loadForEdit(invocation);
  const value = given === '-' ? (await readAll(context.stdin)).trim() : given;
  await saveConfig(context, withSetting(config, profile, { key, value }));
}

export async function runConfigUnset(
  invocation: Invocation,
  { key }: KeyOptions,
): Promise<undefined> {
  const { config, profile } = await loadForEdit(invocation);
  await saveConfig(invocation.context, withoutSetting(config, profile, key));
}

/** Works with a broken file too: the user needs its path to repair it. */
export async function runConfigPath({ context }: Invocation): Promise<undefined> {
  await context.stdout.write(`${configPath(context)}\n`);
}

/** The config file, and the profile of `--profile`. */
async function loadForEdit(
  invocation: Invocation,
): Promise<{ readonly config: Config; readonly profile: string }> {
  const { config } = await invocation.config();
  const { context, globals } = invocation;
  return { config, profile: resolveProfile({ flags: globals, env: context.env, config }).value };
}
