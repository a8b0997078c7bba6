import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerCommands(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('commands')
    .summary('every command and flag, as data with --json')
    .description('List every command; with --json also its arguments and flags, with their values');
  perform(command, dependencies, async () => {
    const { runCommands } = await import('./run.ts');
    return (invocation) => runCommands(invocation, program);
  });
}
