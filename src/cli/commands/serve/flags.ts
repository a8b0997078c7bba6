import type { Command } from 'commander';
import type { SettingTable } from '../../../settings/setting.ts';
import { settingOptions } from '../../options/setting-options.ts';

/** The flags of a command that reads its settings from a file, too. */
export function addSettings(command: Command, table: SettingTable): void {
  command.option('--config <file>', 'read settings from a JSON file, by the names of their flags');
  for (const option of settingOptions(table)) command.addOption(option);
}
