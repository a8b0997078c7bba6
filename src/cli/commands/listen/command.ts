import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerListen(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('listen')
    .summary('receive webhooks on this machine, show and forward them')
    .description(
      'Receive the webhooks of a team on this machine: check, show and forward each message. A webhook is created for it and deleted at the end; with --secret, point one of yours at it',
    )
    .option('--forward-to <url>', 'send each message on to a program, such as localhost:3000/hooks')
    .option('--port <n>', 'port to listen on (a free one)')
    .option('--secret <whsec>', 'only listen, for the webhook with this secret (- = stdin)')
    .option('--team <name>', 'whose events (the only team)')
    .option('--events <event,…>', 'which events (all)')
    .option('--database <file|url>', "the service's database (the embedded service's)")
    .option('--database-direct <url>', 'PostgreSQL for migrations, where --database is a pooler');
  perform(command, dependencies, async () => (await import('./run.ts')).listenAction);
}
