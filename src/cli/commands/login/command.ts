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

export function registerLogout(program: Command, ground: Ground): void {
  const command = program
    .command('logout')
    .summary('remove the stored API key')
    .description('Remove the stored API key and its base URL');
  perform(command, ground, async () => (await import('../logout/run.ts')).runLogout);
}

export function registerWhoami(program: Command, ground: Ground): void {
  const command = program
    .command('whoami')
    .summary('which key, from where, against which service')
    .description('Say which API key is used, where it comes from and against which service');
  perform(command, ground, async () => (await import('../whoami/run.ts')).runWhoami);
}
