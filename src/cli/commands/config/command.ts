import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

const KEYS = 'apiKey, apiKeyCommand, baseUrl, profile or riskyRole';

export function registerConfig(program: Command, dependencies: CliDependencies): void {
  const config = program
    .command('config')
    .summary('settings')
    .description(
      'Settings: apiKey, apiKeyCommand, baseUrl, profile, riskyRole. With --profile, those of a profile',
    )
    .helpCommand('help [command]', 'show help on a command');
  const load = async () => await import('./run.ts');
  const list = config
    .command('list')
    .description('List the settings in force')
    .option('--show-origin', 'say where each comes from');
  perform(list, dependencies, async () => {
    const { parseListOptions: parse, runConfigList: run } = await load();
    return withOptions({ parse, run });
  });
  const get = config.command('get').description('Print a stored setting').argument('<key>', KEYS);
  perform(get, dependencies, async () => {
    const { parseKeyOptions: parse, runConfigGet: run } = await load();
    return withOptions({ parse, run });
  });
  const set = config
    .command('set')
    .description('Store a setting')
    .argument('<key>', KEYS)
    .argument('<value>', 'the value, or - to read it from stdin');
  perform(set, dependencies, async () => {
    const { parseSetOptions: parse, runConfigSet: run } = await load();
    return withOptions({ parse, run });
  });
  const unset = config
    .command('unset')
    .description('Forget a stored setting')
    .argument('<key>', KEYS);
  perform(unset, dependencies, async () => {
    const { parseKeyOptions: parse, runConfigUnset: run } = await load();
    return withOptions({ parse, run });
  });
  const path = config.command('path').description('Print the path of the config file');
  perform(path, dependencies, async () => (await load()).runConfigPath);
}
