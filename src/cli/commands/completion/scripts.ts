import type { Command } from 'commander';
import { knownWordsHint } from '../../../lib/did-you-mean.ts';
import { MailvetError } from '../../../lib/errors.ts';
import type { Action } from '../../invocation.ts';
import { quoteAlways } from '../../shell-quote.ts';
import {
  buildTree,
  type Flag,
  type FlagValue,
  type Node,
  pathsOf,
  SHELLS,
  type Shell,
  valueCases,
  valueFlagNames,
  valueFlags,
  WORD_TEXTS,
  type Word,
} from './tree.ts';

/**
 * Prints the script that makes a shell complete the command tree: commands and arguments, flags after a
 * dash, and the values of a flag behind it.
 */
export function completionOf(program: Command): Action {
  return async ({ context }, { args: [name = ''] }) => {
    const shell = SHELLS.find((each) => each === name);
    if (!shell) {
      throw new MailvetError('usage', `Unknown shell '${name}'`, {
        hint: knownWordsHint(name, 'Shells', SHELLS),
      });
    }
    await context.stdout.write(WRITERS[shell](buildTree(program)));
    return undefined;
  };
}

const WRITERS: Readonly<Record<Shell, (tree: readonly Node[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  pwsh: pwshScript,
};

function bashScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const flags = tree.map(
    ({ path, flags: all }) => `    "${path}") ${bashWords(all.map(({ text }) => text))} ;;`,
  );
  const words = tree.map(({ path, commands, argument }) => {
    const below = commands.map(({ text }) => text);
    return `    "${path}") ${below.length > 0 ? bashWords(below) : bashOffer(argument)} ;;`;
  });
  return `# Completion of mailvet for bash: source it from ~/.bashrc
_mailvet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" next i
  COMPREPLY=()
  # --flag=value comes as three words
  if [[ "$current" == "=" ]]; then
    current=""
  elif [[ "$previous" == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${valueFlagNames(tree).join(' | ')})
        ((i++))
        [[ "\${COMP_WORDS[i]}" == "=" ]] && ((i++))
        continue ;;
    esac
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${steps.join(' | ')}) path="$next" ;;
    esac
  done
  case "$path $previous" in
${valueCases(tree, bashOffer)}
  esac
  if [[ "$current" == -* ]]; then
    case "$path" in
${flags.join('\n')}
    esac
    return
  fi
  case "$path" in
${words.join('\n')}
  esac
}
_mailvet_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_mailvet_list() {
  local head="\${current%"\${current##*,}"}"
  compopt -o nospace 2>/dev/null
  COMPREPLY=($(compgen -P "$head" -W "$1" -- "\${current#"$head"}"))
}
_mailvet_files() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _mailvet mailvet
`;
}

function bashOffer(value: FlagValue): string {
  if (value.kind === 'words') return bashWords(value.words, value.separator && '_mailvet_list');
  return value.kind === 'file' ? '_mailvet_files' : ':';
}

function bashWords(words: readonly string[], how = '_mailvet_words'): string {
  return `${how} "${words.join(' ')}"`;
}

function zshScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const flags = tree.map(
    ({ path, flags: all }) => `    "${path}") entries=(${zshEntries(all)}) ;;`,
  );
  const words = tree.map(({ path, commands, argument }) => {
    const below = `entries=(${zshEntries(commands)}); _describe 'command' entries`;
    return `    "${path}") ${commands.length > 0 ? below : zshOffer(argument)} ;;`;
  });
  return `#compdef mailvet
# Completion of mailvet for zsh: save it as _mailvet in a directory of $fpath, or source it from
# ~/.zshrc after compinit
_mailvet() {
  local path_="" previous="\${words[CURRENT-1]}" next i
  local -a entries
  if [[ "\${words[CURRENT]}" == --*=* ]]; then
    previous="\${words[CURRENT]%%=*}"
    compset -P 1 '*='
  fi
  for ((i = 2; i < CURRENT; i++)); do
    case "\${words[i]}" in
      ${valueFlagNames(tree).join(' | ')}) ((i++)); continue ;;
    esac
    next="\${path_:+$path_ }\${words[i]}"
    case "$next" in
      ${steps.join(' | ')}) path_="$next" ;;
    esac
  done
  case "$path_ $previous" in
${valueCases(tree, zshOffer)}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$path_" in
${flags.join('\n')}
    esac
    _describe 'option' entries
    return
  fi
  case "$path_" in
${words.join('\n')}
  esac
}
_mailvet_list() {
  compset -P '*,'
  compadd -q -S ',' -- "$@"
}
# Loaded from $fpath this is the first completion itself
if [[ "\${funcstack[1]}" == _mailvet ]]; then
  _mailvet "$@"
else
  compdef _mailvet mailvet
fi
`;
}

function zshOffer(value: FlagValue): string {
  if (value.kind === 'file') return '_files';
  if (value.kind === 'free') return ':';
  return `${value.separator ? '_mailvet_list' : 'compadd --'} ${value.words.join(' ')}`;
}

function zshEntries(words: readonly Word[]): string {
  return words
    .map(({ text, description }) => quoteAlways(`${text}:${description.replaceAll(':', '\\:')}`))
    .join(' ');
}

/** fish by itself offers flags only after a dash, and values where a flag takes one. */
function fishScript(tree: readonly Node[]): string {
  const lines = tree.flatMap(({ path, commands, argument, flags }) => {
    const at = `complete -c mailvet -n 'test (__mailvet_path) = "${path}"'`;
    const below = commands.map(
      ({ text, description }) => `${at} -f -a '${text}' -d ${quoteAlways(description)}`,
    );
    const given =
      commands.length === 0 && argument.kind !== 'free' ? [`${at} ${fishOffer(argument)}`] : [];
    return [...below, ...given, ...flags.map((flag) => `${at} ${flagLine(flag)}`)];
  });
  return `# Completion of mailvet for fish: save it as ~/.config/fish/completions/mailvet.fish
function __mailvet_path
  set -l path ''
  set -l is_value 0
  for word in (commandline -opc)[2..-1]
    if test $is_value = 1
      set is_value 0
      continue
    end
    if contains -- "$word" ${quotedAll(valueFlagNames(tree))}
      set is_value 1
      continue
    end
    set -l next (string trim "$path $word")
    if contains -- "$next" ${quotedAll(pathsOf(tree))}
      set path "$next"
    end
  end
  echo "$path"
end
function __mailvet_list
  set -l given (commandline -ct | string replace -r -- '^--[^=]*=' '')
  set -l head (string replace -r -- '[^,]*$' '' "$given")
  printf '%s\\n' "$head"$argv
end
complete -c mailvet -f
${lines.join('\n')}
`;
}

function flagLine({ text, short, value, description }: Flag): string {
  const names = [...(short ? [`-s '${short.slice(1)}'`] : []), `-l '${text.slice(2)}'`].join(' ');
  return `${names}${value ? ` -r ${fishOffer(value)}` : ''} -d ${quoteAlways(description)}`;
}

function fishOffer(value: FlagValue): string {
  if (value.kind === 'file') return '-F';
  if (value.kind === 'free') return '-f';
  const words = value.words.map(describedWord).join(' ');
  const list = value.separator ? `(__mailvet_list ${words})` : `(printf '%s\\n' ${words})`;
  return `-f -a ${quoteAlways(list)}`;
}

/** A word with what it means behind a tab, where that is known. */
function describedWord(word: string): string {
  const text = WORD_TEXTS[word];
  return text === undefined ? word : `"${word}\t${text}"`;
}

function quotedAll(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

/** PowerShell offers files by itself where the script returns nothing. */
function pwshScript(tree: readonly Node[]): string {
  const values = valueFlags(tree).flatMap(({ names, value, path = '' }) =>
    names.map((name) => `    '${`${path} ${name}`.trim()}' = ${pwshOffer(value)}`),
  );
  const flags = tree.map(
    ({ path, flags: all }) => `    '${path}' = ${pwshList(all.map(({ text }) => text))}`,
  );
  const words = tree.map(({ path, commands, argument }) => {
    const below = commands.map(({ text }) => text);
    return `    '${path}' = ${below.length > 0 ? pwshList(below) : pwshOffer(argument)}`;
  });
  return `# Completion of mailvet for PowerShell: run it from $PROFILE
Register-ArgumentCompleter -Native -CommandName mailvet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $values = @{
${values.join('\n')}
  }
  $flags = @{
${flags.join('\n')}
  }
  $words = @{
${words.join('\n')}
  }
  $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '') { $given = @($given | Select-Object -SkipLast 1) }
  $path = ''
  $previous = ''
  foreach ($word in $given) {
    $next = "$path $word".Trim()
    if (-not $values.ContainsKey($previous) -and $words.ContainsKey($next)) { $path = $next }
    $previous = $word
  }
  # Some commands have values of their own for a flag
  if ($values.ContainsKey("$path $previous")) { $offered = $values["$path $previous"] }
  elseif ($values.ContainsKey($previous)) { $offered = $values[$previous] }
  elseif ($wordToComplete -like '-*') { $offered = $flags[$path] }
  else { $offered = $words[$path] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function pwshOffer(value: FlagValue): string {
  return pwshList(value.kind === 'words' ? value.words : []);
}

function pwshList(words: readonly string[]): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
