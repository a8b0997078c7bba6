import type { Command } from 'commander';
import { WORK } from '../../../settings/service.ts';
import { type CliDependencies, perform } from '../../invocation.ts';
import { addSettings } from '../serve/options.ts';

export function registerWork(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('work')
    .summary("work on a service's batches, in another process")
    .description(
      "Work on the batches of a service's database, beside mailvet serve or on other machines",
    );
  addSettings(command, WORK.flags);
  perform(command, dependencies, async () => {
    const { workWith } = await import('./run.ts');
    const { startWorker } = await import('../../../composition/serve.ts');
    return workWith(startWorker);
  });
}
