import type { Command } from 'commander';
import { SERVE } from '../../../settings/service.ts';
import { type CliDependencies, perform } from '../../invocation.ts';
import { addSettings } from './options.ts';

export function registerServe(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('serve')
    .summary('start the verification service')
    .description('Start the verification service');
  addSettings(command, SERVE.flags);
  perform(command, dependencies, async () => {
    const { serveWith } = await import('./run.ts');
    const { startService } = await import('../../../composition/serve.ts');
    return serveWith(startService);
  });
}
