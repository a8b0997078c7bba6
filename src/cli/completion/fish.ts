import { type Flag, type Node, pathsOf, valueFlagNames } from './tree.ts';
import type { Value } from './values.ts';

/** fish itself offers flags only once a dash was typed, and values where a flag takes one. */
export function fishScript(tree: readonly Node[]): string {
  const lines = tree.flatMap(({ path, commands, argument, flags }) => {
    const at = `complete -c mailvet -n 'test (__mailvet_path) = "${path}"'`;
    const below = commands.map(
      ({ text, description }) => `${at} -f -a '${text}' -d '${description}'`,
    );
    const given =
      commands.length === 0 && argument.kind !== 'free' ? [`${at} ${offer(argument)}`] : [];
    return [...below, ...given, ...flags.map((flag) => `${at} ${flagLine(flag)}`)];
  });
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
  return `# Completion of mailvet for fish: save it as ~/.config/fish/completions/mailvet.fish
function __mailvet_path
  set -l path ''
  set -l is_value 0
  for word in (commandline -opc)[2..-1]
    if test $is_value = 1
      set is_value 0
      continue
    end
    if contains -- "$word" ${quoted(valueFlagNames(tree))}
      set is_value 1
      continue
    end
    set -l next (string trim "$path $word")
    if contains -- "$next" ${quoted(pathsOf(tree))}
      set path "$next"
    end
  end
  echo "$path"
end
complete -c mailvet -f
${lines.join('\n')}
`;
}

function flagLine({ text, short, value, description }: Flag): string {
  const names = [...(short ? [`-s '${short.slice(1)}'`] : []), `-l '${text.slice(2)}'`].join(' ');
  return `${names}${value ? ` -r ${offer(value)}` : ''} -d '${description}'`;
}

function offer(value: Value): string {
  if (value.kind === 'words') return `-f -a '${value.words.join(' ')}'`;
  return value.kind === 'file' ? '-F' : '-f';
}
