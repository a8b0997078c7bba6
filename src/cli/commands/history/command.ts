import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerHistory(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('history')
    .summary("the team's verifications")
    .description("List the team's verifications")
    .option('--limit <n>', 'entries at most (100)')
    .option('--skip <n>', 'leave out the first so many')
    .option('--all', 'all of them')
    .option('-o, --output <file>', 'write them to a file (- = stdout)')
    .option('--force', 'replace the output file')
    .option('--risky-role <boolean>', 'whether role addresses count as risky (true)');
  perform(command, dependencies, async () => {
    const { parseHistoryOptions, runHistory } = await import('./run.ts');
    return withOptions({ parse: parseHistoryOptions, run: runHistory });
  });
}
