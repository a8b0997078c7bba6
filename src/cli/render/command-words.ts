const COMMANDS = new Set(
  (
    'verify clean batch history jobs replay login logout whoami config serve work mcp admin doctor health ' +
    'completion help commands open submit watch cancel list results retry resume forget get set unset path ' +
    'bash zsh fish pwsh migrate check copy webhook suppression key team lists move invite providers version'
  ).split(' '),
);

/** Flags with a value that may be a plain word. */
const WORD_FLAGS = ['--profile', '--format', '--base-url', '--api-key-file', '--ca-file', '-o'];

/** What no sentence has: a flag, a placeholder, an id, a path, an address, a quoted word. */
const ARGUMENT = /^(?:--?[\w-]*$|--?[\w-]+=|[<'"…|]|\S*[./@=_:*]\S*\w|-$)/;

/**
 * Whether a word belongs to the command, or the flag with its value, that the words before are: a
 * command that is broken over two lines can't be copied.
 */
export function isCommandWord(before: readonly string[], word: string): boolean {
  const [first = ''] = before;
  const last = before.at(-1) ?? '';
  if (/[,;:)]$/.test(last)) return false;
  const isFlag = /^\(?--?[a-z]/.test(last);
  if (isFlag && (/^[<']/.test(word) || WORD_FLAGS.includes(last))) return true;
  if (isOpenQuote(before)) return true;
  if (!/^[(`'"]?(?:mailvet|npx)$/.test(first)) return false;
  const bare = word.replace(/[,;:).]+$/, '');
  const isCommand = COMMANDS.has(bare) && before.slice(1).every((each) => COMMANDS.has(each));
  return isCommand || bare === 'mailvet' || ARGUMENT.test(word) || ARGUMENT.test(bare);
}

/** A shell's quoted word with a space in it. */
function isOpenQuote(before: readonly string[]): boolean {
  const text = before.join(' ');
  return /^['"]|[ =]'/.test(text) && text.split("'").length % 2 === 0;
}
