import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

/** `jobs list|forget`: the local record of submitted lists. */
export function registerJobs(program: Command, dependencies: CliDependencies): void {
  const jobs = program
    .command('jobs')
    .summary('submitted lists, as remembered here')
    .description('The local record of submitted lists')
    .helpCommand('help [command]', 'show help on a command');
  const list = jobs
    .command('list')
    .summary('what was submitted from here')
    .description('List the jobs on this machine, newest first');
  perform(list, dependencies, async () => (await import('./run.ts')).runJobsList);
  const forget = jobs
    .command('forget')
    .summary('erase jobs')
    .description('Erase jobs with the addresses and results that they hold')
    .argument('[job...]', 'job ids')
    .option('--all', 'all of them')
    .option(
      '--cancel',
      'cancel the batches of unfinished jobs first; a job is kept where that fails',
    )
    .option('-y, --yes', 'do not ask before erasing all of them, or unfinished ones');
  perform(forget, dependencies, async () =>
    withOptions({
      parse: (await import('./forget.ts')).parseForgetOptions,
      run: (await import('./forget.ts')).runJobsForget,
    }),
  );
}
