import type { Command } from 'commander';
import { type Ground, perform } from '../invocation.ts';

export function registerServe(program: Command, ground: Ground): void {
  const command = program
    .command('serve')
    .summary('run the verification service')
    .description('Run the verification service until it is told to stop')
    .option('--host <address>', 'address to listen on (127.0.0.1)')
    .option('--port <n>', 'port to listen on; 0 picks a free one (8025)')
    .option('--database <file>', "SQLite file (the embedded service's)")
    .option('--workers <n>', 'batches worked on side by side; 0 = none (4)');
  perform(command, ground, async () => {
    const { serveWith } = await import('./run-serve.ts');
    const { startService } = await import('../../serve.ts');
    return serveWith(startService);
  });
}
