import { quoteAlways } from '../../shell-quote.ts';
import { type Flag, type Node, pathsOf, valueFlagNames } from './tree.ts';
import { type Value, WORD_TEXTS } from './values.ts';

/** fish by itself offers flags only after a dash, and values where a flag takes one. */
export function fishScript(tree: readonly Node[]): string {
  const lines = tree.flatMap(({ path, commands, argument, flags }) => {
    const at = `complete -c mailvet -n 'test (__mailvet_path) = "${path}"'`;
    const below = commands.map(
      ({ text, description }) => `${at} -f -a '${text}' -d ${quoteAlways(description)}`,
    );
    const given =
      commands.length === 0 && argument.kind !== 'free' ? [`${at} ${offer(argument)}`] : [];
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
    if contains -- "$word" ${all(valueFlagNames(tree))}
      set is_value 1
      continue
    end
    set -l next (string trim "$path $word")
    if contains -- "$next" ${all(pathsOf(tree))}
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
  return `${names}${value ? ` -r ${offer(value)}` : ''} -d ${quoteAlways(description)}`;
}

function offer(value: Value): string {
  if (value.kind === 'file') return '-F';
  if (value.kind === 'free') return '-f';
  const words = value.words.map(described).join(' ');
  const list = value.separator ? `(__mailvet_list ${words})` : `(printf '%s\\n' ${words})`;
  return `-f -a ${quoteAlways(list)}`;
}

/** A word with what it means behind a tab, where that is known. */
function described(word: string): string {
  const text = WORD_TEXTS[word];
  return text === undefined ? word : `"${word}\t${text}"`;
}

function all(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}
