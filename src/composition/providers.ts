import type { JsonSetting } from '../settings/setting.ts';
import { findOverridden, parseProviderSetting } from '../verifier/providers/parse-overrides.ts';
import type { Provider } from '../verifier/providers/provider.ts';
import { withOverrides } from '../verifier/providers/provider-table.ts';
import { readJsonSetting } from './json-setting.ts';

/** A provider, and what of it the setting says. */
export interface ListedProvider extends Provider {
  /** Names of limits and fields; `entry`: all of it. */
  readonly overridden: readonly string[];
}

/**
 * The entries that a setting replaces or adds; none where it is not given.
 *
 * @throws MailvetError `config` for a file that can't be read, and for what is no table of providers.
 */
export async function readProviders(
  setting: JsonSetting | undefined,
): Promise<readonly Provider[]> {
  if (setting === undefined) return [];
  const { value, file } = await readJsonSetting(setting, 'provider table');
  return parseProviderSetting(value, file);
}

/** The whole table, with the entries of a setting where there is one. */
export async function listProviders(setting?: JsonSetting): Promise<readonly ListedProvider[]> {
  const all = withOverrides(await readProviders(setting));
  return all.map((entry) => ({ ...entry, overridden: findOverridden(entry) }));
}
