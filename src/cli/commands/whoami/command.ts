import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerWhoami(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('whoami')
    .summary('which key, from where, against which service')
    .description('Say which API key is used, where it comes from and against which service');
  perform(command, dependencies, async () => (await import('./run.ts')).runWhoami);
}
