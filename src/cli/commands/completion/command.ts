import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

/** Where each shell looks for it. */
const INSTALLATION = `
Install it, then start a new shell:
  bash  mailvet completion bash > ~/.local/share/bash-completion/completions/mailvet
        (needs the package bash-completion; else source the script from ~/.bashrc)
  zsh   mailvet completion zsh > "\${fpath[1]}/_mailvet"
        (needs "autoload -U compinit; compinit" in ~/.zshrc)
  fish  mailvet completion fish > ~/.config/fish/completions/mailvet.fish
  pwsh  mailvet completion pwsh >> $PROFILE`;

export function registerCompletion(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('completion')
    .summary('completion for bash, zsh, fish or pwsh')
    .description('Print the script that makes your shell complete mailvet')
    .argument('<shell>', 'bash, zsh, fish or pwsh')
    .addHelpText('after', INSTALLATION);
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
