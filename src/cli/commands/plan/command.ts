import { type Command, Option } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';
import { addListOptions } from '../batch/add-options.ts';

export function registerPlan(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('plan')
    .summary('say what a list takes, before the first probe')
    .description(
      'Say what a list takes before anything is sent: addresses, duplicates, cost, time, and what can not be decided and why. Tries name servers and port 25 first, and contacts no mail host of the list',
    )
    .argument('[file]', 'the list; - or nothing reads stdin');
  addListOptions(command);
  for (const [flags, description] of [
    ['--sample <n>', 'plan for a random sample only'],
    ['--seed <n>', 'the sample to draw (1)'],
  ] as const)
    command.addOption(new Option(flags, description).helpGroup('List:'));
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parsePlanOptions,
      run: (await import('./run.ts')).runPlan,
    }),
  );
}
