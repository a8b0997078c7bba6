import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerReplay(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('replay')
    .summary('judge the results of a list by the rules of today')
    .description(
      'Judge the results of a list again, by what was observed then and the rules of today; nobody is asked',
    )
    .argument('<job|file>', 'a job, a file that it wrote, or JSON of the service with details')
    .option('--apply', 'correct the results of the job (else they are only shown)');
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./run.ts')).parseReplayOptions,
      run: (await import('./run.ts')).runReplay,
    }),
  );
}
