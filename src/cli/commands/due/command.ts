import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';
import { addListOptions } from '../batch/add-options.ts';

export function registerDue(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('due')
    .summary('which rows of a list need another look now')
    .description(
      'Show which addresses of a list need another look, by the age of what is known of them. Nobody is asked',
    )
    .argument('[file]', 'the list; - or nothing reads it from stdin');
  addListOptions(command);
  command.option('--redact', 'mask addresses in what is printed (a***@example.com)');
  perform(command, dependencies, async () => {
    const { parseDueOptions, runDue } = await import('./run.ts');
    return withOptions({ parse: parseDueOptions, run: runDue });
  });
}
