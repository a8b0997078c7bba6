import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerDiff(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('diff')
    .summary('what changed between two verifications of a list')
    .description(
      [
        'Compare the results of two lists: who became undeliverable, who came back, who changed reason.',
        'Nobody is asked',
      ].join(' '),
    )
    .argument('<before>', 'a job, or a file of results (CSV, JSON, JSONL, .xlsx)')
    .argument('<after>', 'the same, of a later time')
    .option('--fail-on <change,...>', 'exit with 1 where there are such changes')
    .option('--redact', 'mask addresses in what is printed (a***@example.com)')
    .option('--risky-role <boolean>', 'whether role addresses count as risky (true)');
  perform(command, dependencies, async () => {
    const { parseDiffOptions, runDiff } = await import('./run.ts');
    return withOptions({ parse: parseDiffOptions, run: runDiff });
  });
}
