import { quoteAlways } from '../../shell-quote.ts';
import { type Node, pathsOf, valueCases, valueFlagNames, type Word } from './tree.ts';
import type { Value } from './values.ts';

export function zshScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const flags = tree.map(({ path, flags: all }) => `    "${path}") entries=(${entries(all)}) ;;`);
  const words = tree.map(({ path, commands, argument }) => {
    const below = `entries=(${entries(commands)}); _describe 'command' entries`;
    return `    "${path}") ${commands.length > 0 ? below : offer(argument)} ;;`;
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
${valueCases(tree, offer)}
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

function offer(value: Value): string {
  if (value.kind === 'file') return '_files';
  if (value.kind === 'free') return ':';
  return `${value.separator ? '_mailvet_list' : 'compadd --'} ${value.words.join(' ')}`;
}

function entries(words: readonly Word[]): string {
  return words
    .map(({ text, description }) => quoteAlways(`${text}:${description.replaceAll(':', '\\:')}`))
    .join(' ');
}
