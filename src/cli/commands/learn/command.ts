import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerLearn(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('learn')
    .summary('read what became of mailings: bounces, complaints, deliveries')
    .description(
      'Read what became of mail that was sent: bounces and replies (mbox, Maildir, .eml), exports and provider events (CSV, JSON)',
    )
    .argument('[path...]', 'files and folders; - or nothing reads stdin')
    .option('--dry-run', 'read and show, but store nothing');
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parseLearnOptions,
      run: (await import('./run.ts')).runLearn,
    }),
  );
}
