import type { Command } from 'commander';
import { CONFIG_SETTING } from '../../../settings/service.ts';
import type { SettingTable } from '../../../settings/setting.ts';
import { settingOptions } from '../../options/setting-options.ts';

/** The flags of a command that reads its settings from a file, too. */
export function addSettings(command: Command, table: SettingTable): void {
  const options = [...settingOptions(CONFIG_SETTING), ...settingOptions(table)];
  for (const option of options) command.addOption(option);
}
