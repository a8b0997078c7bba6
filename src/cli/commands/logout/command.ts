import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerLogout(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('logout')
    .summary('remove the stored API key')
    .description('Remove the stored API key and its base URL');
  perform(command, dependencies, async () => (await import('./run.ts')).runLogout);
}
