import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerWork(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('work')
    .summary("work on a service's batches, in another process")
    .description(
      "Work on the batches of a service's database, beside mailvet serve or on other machines",
    )
    .option('--config <file>', 'read settings from a JSON file, by the names of their flags')
    .option('--host <address>', 'address on which health and metrics are served (127.0.0.1)')
    .option('--port <n>', 'port of health and metrics; 0 picks a free one (8026)')
    .option('--database <file|url>', "the service's database: SQLite file or postgres:// URL")
    .option('--database-direct <url>', 'PostgreSQL for migrations, where --database is a pooler')
    .option('--workers <n>', 'parts of batches begun at once, shared fairly (20)')
    .option('--metrics <who>', 'who may read /metrics: off, local or public (local)')
    .option('--log-level <level>', 'error, warn, info or debug (info)')
    .option('--log-format <format>', 'json or text (json)')
    .option('--log-addresses', 'write addresses in full, not masked');
  perform(command, dependencies, async () => {
    const { workWith } = await import('./run.ts');
    const { startWorker } = await import('../../../serve.ts');
    return workWith(startWorker);
  });
}
