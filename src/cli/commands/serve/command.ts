import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerServe(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('serve')
    .summary('start the verification service')
    .description('Start the verification service')
    .option('--config <file>', 'read settings from a JSON file, by the names of their flags')
    .option('--host <address>', 'address to listen on (127.0.0.1)')
    .option('--port <n>', 'port to listen on; 0 picks a free one (8025)')
    .option('--database <file|url>', "SQLite file or postgres:// URL (the embedded service's)")
    .option('--database-direct <url>', 'PostgreSQL for migrations, where --database is a pooler')
    .option(
      '--lists <folder>',
      'folder of uploaded lists, or database (PostgreSQL); off = no lists and no dashboard',
    )
    .option('--public-url <url>', 'where people reach the dashboard, behind a proxy')
    .option(
      '--trust-proxy <cidr,…>',
      'proxies whose X-Forwarded-For, Forwarded and X-Forwarded-Proto are believed',
    )
    .option('--workers <n>', 'batches begun at once, shared fairly among teams; 0 = none (20)')
    .option('--rate-limit <n>', 'requests per second per team; 0 = no limit (200)')
    .option('--open-batches <n>', 'batches that a team may have open at a time (100)')
    .option('--keep-history <days>', 'delete verifications that are older (never)')
    .option('--keep-batches <days>', 'delete ended batches that are older (never)')
    .option('--list-storage <size>', 'disk space for the uploaded lists of a team (5GB)')
    .option(
      '--team-storage <size>',
      'what a team may store beside them without being charged (500MB)',
    )
    .option('--metrics <who>', 'who may read /metrics: off, local or public (local)')
    .option('--log-level <level>', 'error, warn, info or debug (info)')
    .option('--log-format <format>', 'json or text (json)')
    .option('--log-addresses', 'write addresses in full, not masked');
  perform(command, dependencies, async () => {
    const { serveWith } = await import('./run.ts');
    const { startService } = await import('../../../serve.ts');
    return serveWith(startService);
  });
}
