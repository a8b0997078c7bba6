import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';
import { addReporterOptions } from '../../reporters/choice.ts';

export function registerVerify(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('verify')
    .summary('verify addresses')
    .description('Verify addresses given as arguments, or one per line on stdin')
    .argument('[address...]', 'addresses; - or nothing reads them from stdin')
    .option('--explain', 'show how the result of one address comes about (embedded service only)')
    .option('--no-cache', 'ignore cached results')
    .option('--concurrency <n>', 'addresses under way at once (5)')
    .option('--unordered', 'give results as they come instead of in input order')
    .option(
      '-o, --output <file>',
      'write the results to a file (- = stdout); .csv, .tsv, .json, .jsonl, .xlsx say its format',
    )
    .option('--force', 'replace the output file')
    .option(
      '--columns <names>',
      'the columns to write (comma-separated), or all, short, evidence, none',
    )
    .option('--risky-role <boolean>', 'whether role addresses count as risky (true)')
    .option(
      '--stop-when-blind',
      'stop once nothing can be learnt (no DNS, port 25 closed, refused)',
    )
    .option('-y, --yes', 'verify more than 10,000 addresses from stdin where a service charges')
    .option('--fail-on <verdicts>', 'exit 1 when an address has one of these verdicts')
    .option('--min-score <n>', 'exit 1 when an address scores less')
    .option(
      '--baseline <file>',
      'earlier results: exit 1 only for what got worse since, or is new',
    );
  addReporterOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parseVerifyOptions,
      run: async (invocation, options) =>
        options.explain
          ? (await import('./explain.ts')).runExplain(invocation, options)
          : (await import('./run.ts')).runVerify(invocation, options),
    }),
  );
}
