import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerCompletion(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('completion')
    .summary('completion for bash, zsh, fish or pwsh')
    .description('Print the script that makes your shell complete mailvet')
    .argument('<shell>', 'bash, zsh, fish or pwsh');
  perform(command, dependencies, async () => {
    const { completionScript } = await import('./scripts.ts');
    const { parseShell } = await import('./shells.ts');
    const { buildTree: treeOf } = await import('./tree.ts');
    return async ({ context }, { args }) => {
      await context.stdout.write(completionScript(parseShell(args[0] ?? ''), treeOf(program)));
      return undefined;
    };
  });
}
