import type { Command } from 'commander';
import { type Ground, perform } from '../../invocation.ts';

export function registerLogin(program: Command, ground: Ground): void {
  const command = program
    .command('login')
    .summary('store an API key')
    .description('Store an API key, after trying it against the service')
    .option('--with-key', 'read the key from stdin instead of asking for it');
  perform(command, ground, async () => (await import('./run.ts')).runLogin);
}
