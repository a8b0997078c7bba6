import { type Node, pathsOf, valueCases, valueFlagNames } from './tree.ts';
import type { Value } from './values.ts';

export function bashScript(tree: readonly Node[]): string {
  const steps = pathsOf(tree).map((path) => `"${path}"`);
  const flags = tree.map(
    ({ path, flags: all }) => `    "${path}") ${say(all.map(({ text }) => text))} ;;`,
  );
  const words = tree.map(({ path, commands, argument }) => {
    const below = commands.map(({ text }) => text);
    return `    "${path}") ${below.length > 0 ? say(below) : offer(argument)} ;;`;
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
${valueCases(tree, offer)}
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

function offer(value: Value): string {
  if (value.kind === 'words') return say(value.words, value.separator && '_mailvet_list');
  return value.kind === 'file' ? '_mailvet_files' : ':';
}

function say(words: readonly string[], how = '_mailvet_words'): string {
  return `${how} "${words.join(' ')}"`;
}
