import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerHealth(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('health')
    .summary('is a running service ready (for health checks)')
    .description(
      'Ask a running service (mailvet serve, mailvet work) whether it is ready; ends with 0 when it is, else with 5',
    )
    .argument('[url]', 'where it listens (the host and port that serve would take here)');
  perform(command, dependencies, async () => {
    const { parseHealthOptions, runHealth } = await import('./run.ts');
    return withOptions({ parse: parseHealthOptions, run: runHealth });
  });
}
