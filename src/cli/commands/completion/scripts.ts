import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { pwshScript } from './pwsh.ts';
import type { Shell } from './shells.ts';
import type { Node } from './tree.ts';
import { zshScript } from './zsh.ts';

/**
 * The script that makes a shell complete the command tree: commands and arguments, flags after a
 * dash, and the values of a flag behind it.
 */
export function completionScript(shell: Shell, tree: readonly Node[]): string {
  return WRITERS[shell](tree);
}

const WRITERS: Readonly<Record<Shell, (tree: readonly Node[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  pwsh: pwshScript,
};
