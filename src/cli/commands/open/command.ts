import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerOpen(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('open')
    .summary('the dashboard in the browser')
    .description(
      "Open the service's dashboard in the browser, at a list or batch where one is named; without a browser or terminal print its address. The embedded service serves its dashboard until Ctrl-C",
    )
    .argument('[id]', 'a job, list or batch')
    .option('--print', 'print the address, and open nothing');
  perform(command, dependencies, async () => {
    const { parseOpenOptions, runOpen } = await import('./run.ts');
    return withOptions({ parse: parseOpenOptions, run: runOpen });
  });
}
