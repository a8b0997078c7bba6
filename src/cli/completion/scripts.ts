import { MailvetError } from '../../errors.ts';
import type { Node, Word } from './tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete the command tree. Where nothing fits, files are offered. */
export function completionScript(shell: Shell, tree: readonly Node[]): string {
  return WRITERS[shell](tree);
}

export function parseShell(text: string): Shell {
  const shell = SHELLS.find((each) => each === text);
  if (shell) return shell;
  throw new MailvetError('usage', `There is no completion for '${text}'`, {
    hint: `Shells are ${SHELLS.join(', ')}`,
  });
}

const WRITERS: Readonly<Record<Shell, (tree: readonly Node[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  pwsh: pwshScript,
};

function wordsOf({ commands, flags }: Node): readonly Word[] {
  return [...commands, ...flags];
}

/** The paths below the program: words that lead one step further. */
function pathsOf(tree: readonly Node[]): string[] {
  return tree.map(({ path }) => path).filter((path) => path !== '');
}

function bashScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const cases = tree.map((node) => {
    const words = wordsOf(node).map(({ text }) => text);
    return `    "${node.path}") words="${words.join(' ')}" ;;`;
  });
  return `# Completion of mailvet for bash: source it from ~/.bashrc
_mailvet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${steps.join(' | ')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _mailvet mailvet
`;
}

function zshScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const cases = tree.map((node) => {
    const words = wordsOf(node).map(
      ({ text, description }) => `'${text}:${description.replaceAll(':', '\\:')}'`,
    );
    return `    "${node.path}") entries=(${words.join(' ')}) ;;`;
  });
  return `#compdef mailvet
# Completion of mailvet for zsh: save it as _mailvet in a directory of $fpath
_mailvet() {
  local path_="" next i
  local -a entries
  for ((i = 2; i < CURRENT; i++)); do
    next="\${path_:+$path_ }\${words[i]}"
    case "$next" in
      ${steps.join(' | ')}) path_="$next" ;;
    esac
  done
  case "$path_" in
${cases.join('\n')}
  esac
  _describe 'mailvet' entries
  [[ "\${words[CURRENT]}" == -* ]] || _files
}
compdef _mailvet mailvet
`;
}

function fishScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `'${path}'`);
  const lines = tree.flatMap((node) => {
    const at = `complete -c mailvet -n 'test (__mailvet_path) = "${node.path}"'`;
    const commands = node.commands.map(
      ({ text, description }) => `${at} -f -a '${text}' -d '${description}'`,
    );
    const flags = node.flags.map(
      ({ text, description }) => `${at} -l '${text.replace(/^--/, '')}' -d '${description}'`,
    );
    return [...commands, ...flags];
  });
  return `# Completion of mailvet for fish: save it as ~/.config/fish/completions/mailvet.fish
function __mailvet_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    if contains -- "$next" ${steps.join(' ')}
      set path "$next"
    end
  end
  echo "$path"
end
${lines.join('\n')}
`;
}

function pwshScript(tree: readonly Node[]): string {
  const entries = tree.map((node) => {
    const words = wordsOf(node).map(({ text }) => `'${text}'`);
    return `    '${node.path}' = @(${words.join(', ')})`;
  });
  return `# Completion of mailvet for PowerShell: run it from $PROFILE
Register-ArgumentCompleter -Native -CommandName mailvet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $tree = @{
${entries.join('\n')}
  }
  $path = ''
  $commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object {
    $next = "$path $_".Trim()
    if ($tree.ContainsKey($next)) { $path = $next }
  }
  $tree[$path] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
