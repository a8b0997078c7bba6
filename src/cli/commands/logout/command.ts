import type { Command } from 'commander';
import { type Ground, perform } from '../../invocation.ts';

export function registerLogout(program: Command, ground: Ground): void {
  const command = program
    .command('logout')
    .summary('remove the stored API key')
    .description('Remove the stored API key and its base URL');
  perform(command, ground, async () => (await import('./run.ts')).runLogout);
}
