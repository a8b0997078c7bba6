import { type Node, pathsOf, valueFlagNames, valueFlags, type Word } from './tree.ts';
import type { Value } from './values.ts';

export function zshScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const values = valueFlags(tree).map(
    ({ names, value }) => `    ${names.join(' | ')}) ${offer(value)}; return ;;`,
  );
  const flags = tree.map(({ path, flags: all }) => `    "${path}") entries=(${entries(all)}) ;;`);
  const words = tree.map(({ path, commands, argument }) => {
    const below = `entries=(${entries(commands)}); _describe 'command' entries`;
    return `    "${path}") ${commands.length > 0 ? below : offer(argument)} ;;`;
  });
  return `#compdef mailvet
# Completion of mailvet for zsh: save it as _mailvet in a directory of $fpath
_mailvet() {
  local path_="" next i
  local -a entries
  case "\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  for ((i = 2; i < CURRENT; i++)); do
    case "\${words[i]}" in
      ${valueFlagNames(tree).join(' | ')}) ((i++)); continue ;;
    esac
    next="\${path_:+$path_ }\${words[i]}"
    case "$next" in
      ${steps.join(' | ')}) path_="$next" ;;
    esac
  done
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
compdef _mailvet mailvet
`;
}

function offer(value: Value): string {
  if (value.kind === 'words') return `compadd -- ${value.words.join(' ')}`;
  return value.kind === 'file' ? '_files' : ':';
}

function entries(words: readonly Word[]): string {
  return words
    .map(({ text, description }) => `'${text}:${description.replaceAll(':', '\\:')}'`)
    .join(' ');
}
