import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerPolicy(program: Command, dependencies: CliDependencies): void {
  const policy = program
    .command('policy')
    .summary('how results are judged here')
    .description('How results are judged: by mailvet.json in the working directory or above it')
    .helpCommand('help [command]', 'show help on a command');
  const check = policy
    .command('check')
    .description('Check mailvet.json: say what is wrong with it, and where');
  perform(check, dependencies, async () => (await import('./run.ts')).runPolicyCheck);
  const show = policy.command('show').description('Show the policy in force');
  perform(show, dependencies, async () => (await import('./run.ts')).runPolicyShow);
  const explain = policy
    .command('explain')
    .description('Verify an address, and show which rules it meets')
    .argument('<address>', 'an e-mail address');
  perform(explain, dependencies, async () => {
    const { parseExplainOptions: parse, runPolicyExplain: run } = await import('./explain.ts');
    return withOptions({ parse, run });
  });
}
