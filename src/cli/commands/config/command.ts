import type { Command } from 'commander';
import { type Ground, perform } from '../../invocation.ts';

export function registerConfig(program: Command, ground: Ground): void {
  const config = program
    .command('config')
    .summary('settings')
    .description(
      'Settings: apiKey, baseUrl, profile, riskyRole. With --profile, those of a profile',
    );
  const load = async () => await import('./run.ts');
  const list = config
    .command('list')
    .description('List the settings in force')
    .option('--show-origin', 'say where each comes from');
  perform(list, ground, async () => (await load()).runConfigList);
  const get = config.command('get').description('Print a stored setting').argument('<key>');
  perform(get, ground, async () => (await load()).runConfigGet);
  const set = config
    .command('set')
    .description('Store a setting')
    .argument('<key>')
    .argument('<value>', '- reads it from stdin');
  perform(set, ground, async () => (await load()).runConfigSet);
  const unset = config.command('unset').description('Forget a stored setting').argument('<key>');
  perform(unset, ground, async () => (await load()).runConfigUnset);
  const path = config.command('path').description('Print the path of the config file');
  perform(path, ground, async () => (await load()).runConfigPath);
}
