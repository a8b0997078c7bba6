import type { Command } from 'commander';
import { build } from '../../../lib/version.ts';
import { type CliDependencies, perform } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';

/** The same as `--version`: many programs have both. */
export function registerVersion(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('version')
    .summary('the version')
    .description('Print the version, as --version does');
  perform(command, dependencies, async () => async (invocation) => {
    await printOne(invocation, { version: build() }, `${build()}\n`);
    return undefined;
  });
}
