import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';
import {
  addFollowOptions,
  addListOptions,
  addOutputOptions,
  addPageOptions,
  addResultOptions,
  addSendOptions,
  addSubmitOptions,
} from './add-options.ts';

/** `batch submit|watch|cancel|list|results|resume|retry`. */
export function registerBatch(program: Command, dependencies: CliDependencies): void {
  const batch = program
    .command('batch')
    .summary('verify whole lists')
    .description('Verify whole lists: submit them, follow them, get their results')
    .helpCommand('help [command]', 'show help on a command');
  for (const register of [submit, watch, cancel, list, results, resume, retry])
    register(batch, dependencies);
}

function submit(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('submit')
    .summary('send a list')
    .description('Send the distinct addresses of a list as batches and print their ids')
    .argument('[file...]', 'the list; - or nothing reads it from stdin; several make one job each')
    .option(
      '--wait',
      'follow the batches and write the results, as watch does; implied by -o, --report, --reporter',
    );
  command
    .option('--due', 'verify only what needs another look; the others come back as they are known')
    .option(
      '--only-disputed',
      'verify only what is unknown, or disputed between verifiers (see mailvet import)',
    );
  addListOptions(command);
  addSubmitOptions(command);
  addSendOptions(command);
  addFollowOptions(command);
  addResultOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./each-list.ts')).parseSubmits,
      run: (await import('./submit/several-lists.ts')).runSubmits,
    }),
  );
}

function watch(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('watch')
    .summary('follow batches to their end')
    .description(
      [
        'Follow batches, or a whole job, until they end, then write the results: to -o, else to',
        'stdout when that is no terminal, else to NAME.verified.EXT beside the list',
      ].join(' '),
    )
    .argument('[id...]', 'batch ids or job ids; nothing means the newest unfinished job');
  addFollowOptions(command);
  addResultOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parseIdsOptions,
      run: (await import('./watch.ts')).runWatch,
    }),
  );
}

function cancel(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('cancel')
    .summary('cancel batches')
    .description(
      "Cancel pending or processing batches, or all of a job's: what is left of it is not sent",
    )
    .argument('<id...>', 'batch ids or job ids');
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./cancel.ts')).parseCancelOptions,
      run: (await import('./cancel.ts')).runCancel,
    }),
  );
}

function list(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('list')
    .summary("the team's batches")
    .description("List the team's batches, as the service orders them");
  addPageOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./list.ts')).parseListOptions,
      run: (await import('./list.ts')).runList,
    }),
  );
}

function results(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('results')
    .summary('write the results that exist now')
    .description('Write the results that exist now, without waiting')
    .argument('<id...>', 'batch ids or job ids');
  addResultOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parseIdsOptions,
      run: (await import('./results/results.ts')).runResults,
    }),
  );
}

function resume(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('resume')
    .summary('go on with an interrupted submit')
    .description(
      'Go on with an interrupted submit exactly where it stopped, with the output flags given now or else its own',
    )
    .argument(
      '[job]',
      'a job id, or the id of one of its batches; nothing means the newest unfinished one',
    )
    .option(
      '--wait',
      'follow the batches and write the results, as watch does; implied by -o, --report, --reporter',
    );
  addSendOptions(command);
  addFollowOptions(command);
  addResultOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parseResumeOptions,
      run: (await import('./resume.ts')).runResume,
    }),
  );
}

function retry(batch: Command, dependencies: CliDependencies): void {
  const command = batch
    .command('retry')
    .summary('verify the unknown rows again')
    .description(
      [
        'Verify the unknown addresses of an ended job again, and write its results to the same files.',
        'Only these addresses are sent and charged',
      ].join(' '),
    )
    .argument('<job>', 'a job id')
    .option('--only <details>', 'only rows with these fine reasons, such as greylisted,deferred')
    .option('-y, --yes', 'do not ask before sending many');
  addSendOptions(command);
  addFollowOptions(command);
  addOutputOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./retry.ts')).parseRetryOptions,
      run: (await import('./retry.ts')).runRetry,
    }),
  );
}
