import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerImport(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('import')
    .summary('keep the results of another verifier, and compare them with ours')
    .description(
      [
        'Read results of ZeroBounce, NeverBounce, Bouncer, Kickbox, Emailable, MillionVerifier, Clearout,',
        'DeBounce, Reacher or mailvet into the ledger, and show how often they agree with yours and with',
        'those of other verifiers. --json prints each result.',
        'They answer no verification',
      ].join(' '),
    )
    .argument('<file>', 'their results (CSV, JSON, JSONL, .xlsx); - reads stdin')
    .option('--from <verifier>', 'whose results they are, where columns and words do not say it')
    .option(
      '--date <date>',
      'when they were found, as 2026-03-10 (a column, else the date of the file)',
    )
    .option('--dry-run', 'read and compare, but store nothing')
    .option('--redact', 'mask addresses in what is printed (a***@example.com)');
  perform(command, dependencies, async () => {
    const { parseImportOptions, runImport } = await import('./run.ts');
    return withOptions({ parse: parseImportOptions, run: runImport });
  });
}
