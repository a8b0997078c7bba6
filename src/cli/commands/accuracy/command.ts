import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerAccuracy(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('accuracy')
    .summary('how often results were right, by what became of mail')
    .description(
      'Show how often results were right on your own lists: which verdicts, rules and mail hosts the outcomes of mail contradicted (see learn)',
    )
    .option('--list <job>', 'results of this job alone')
    .option(
      '--since <duration|date>',
      'how far back, or from which day, such as 2026-03-10 (180d)',
    );
  perform(command, dependencies, async () => {
    const { parseAccuracyOptions, runAccuracy } = await import('./run.ts');
    return withOptions({ parse: parseAccuracyOptions, run: runAccuracy });
  });
}
