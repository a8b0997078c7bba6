import type { Command } from 'commander';
import { environmentSource, flagSource, readSettings } from '../../../settings/read.ts';
import {
  CONFIG_SETTING,
  SERVE,
  type ServiceCommand,
  type ServiceSettings,
} from '../../../settings/service.ts';
import { defaultsOf, type SettingTable } from '../../../settings/setting.ts';
import { VERIFIER_SETTINGS } from '../../../settings/verifier.ts';
import type { CommandLine } from '../../invocation.ts';
import { settingOptions } from '../../options/setting-options.ts';
import { readConfigFile } from './config-file.ts';
import { databaseAt, listsAt } from './database.ts';
import type { LogOptions } from './service-log.ts';

/** The service's settings and the options of its log. */
export interface ServeOptions {
  readonly service: ServiceSettings;
  readonly log: LogOptions;
}

/** Flags, else environment, else the config file, else defaults. */
export async function parseServeOptions(
  { flags, context }: CommandLine,
  command: ServiceCommand = SERVE,
): Promise<ServeOptions> {
  const file = await readConfigFile(flags, context);
  const sources = [flagSource(flags), environmentSource(context.env), file];
  const { database: named, lists, ...service } = readSettings(command.service, sources);
  const { host, port } = defaultsOf(command.service);
  const database = databaseAt(named, context);
  const log = {
    ...defaultsOf(command.log),
    ...(context.stderr?.isTTY && { logFormat: 'text' as const }),
    ...readSettings(command.log, sources),
  };
  return {
    service: {
      host,
      port,
      ...service,
      database,
      ...listsAt(lists, database, context),
      verifier: readSettings(VERIFIER_SETTINGS, sources),
    },
    log: { level: log.logLevel, format: log.logFormat, addresses: log.logAddresses },
  };
}

/** The flags of a command that reads its settings from a file, too. */
export function addSettings(command: Command, table: SettingTable): void {
  const options = [...settingOptions(CONFIG_SETTING), ...settingOptions(table)];
  for (const option of options) command.addOption(option);
}
