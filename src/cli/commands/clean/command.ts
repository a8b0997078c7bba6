import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';
import {
  addFollowOptions,
  addListOptions,
  addResultOptions,
  addSendOptions,
  addSubmitOptions,
} from '../batch/add-options.ts';

export function registerClean(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('clean')
    .summary('verify a list and write it back')
    .description(
      [
        'Verify a list and write beside it NAME.verified.EXT (.csv for plain lines),',
        'a file for each verdict in NAME.verified, and the report NAME.verified.html',
      ].join(' '),
    )
    .argument('<file...>', 'the list; several are verified one after another');
  addListOptions(command);
  addSubmitOptions(command);
  addSendOptions(command);
  addFollowOptions(command);
  addResultOptions(command);
  perform(command, dependencies, async () =>
    withOptions({
      parse: (await import('./options.ts')).parseClean,
      run: (await import('../batch/submit/several-lists.ts')).runSubmits,
    }),
  );
}
