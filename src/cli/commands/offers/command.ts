import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

/** `offers <what> -- <words>`: what completion scripts ask at the moment of completing. Not for people. */
export function registerOffers(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('offers', { hidden: true })
    .description('Print what the shell can offer here, a word a line')
    .argument('<what>', 'jobs, batches, profiles or columns')
    .argument('[word...]', 'the words of the command line, behind --');
  perform(command, dependencies, async () => (await import('./run.ts')).runOffers);
}
