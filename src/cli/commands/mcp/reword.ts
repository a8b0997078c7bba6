/**
 * The messages and hints of the command line, for an agent: it has parameters instead of flags, and
 * tools instead of commands.
 */
import { isMailvetError, MailvetError } from '../../../errors.ts';

type Rule = readonly [pattern: RegExp, replacement: string];

/** Whole phrases first: they read better than flag by flag. */
const PHRASES: readonly Rule[] = [
  [
    /add --encoding, --delimiter or --input-format(?:; --column takes .*)?/,
    'set encoding or delimiter',
  ],
  [
    /Replace it with --force, or write elsewhere with \S+(?: or \S+| <\w+>)?/,
    'Set overwrite to true, or give another output',
  ],
  [/Raise --max-addresses, or send a part with --sample <n>/, 'Raise maxAddresses'],
  [
    /Allow more with --max-input <size>.*/,
    'Divide the list, or verify it in a terminal with --max-input <size>',
  ],
  [
    /; it may be repeated\. --coalesce \S+ takes the first that is filled/,
    '; several columns are verified each',
  ],
  [/--split-cells verifies each/, 'set splitCells to verify each'],
  [/-o <file(?:\.csv)?> keeps all of them/, 'an output that ends in .csv keeps all of them'],
  [/Make room there, or write elsewhere with -o/, 'Make room there, or give another output'],
  [/or write elsewhere with \S+(?: or \S+| <\w+>)?/, 'or give another output'],
  [/Write elsewhere with \S+(?: or \S+| <\w+>)?/, 'Give another output'],
  [/, or add --format <format>/, ''],
  [/, or with a lower --concurrency/, ''],
  [/; with a longer --timeout it is waited for/, ''],
  [
    /if its first line is an address, add --no-header/i,
    'If its first line is an address, set header to false',
  ],
  [
    /--again (?:submits|sends) (?:the list|it) anew/,
    'again: true verifies the list anew, and is charged again',
  ],
  [/mailvet jobs list shows (?:all of them|what can be resumed)/, 'list_status shows all of them'],
  [
    /See those that are here with: mailvet jobs list/,
    'list_status without id shows those that are here',
  ],
  [/get its results again with .* -o <file>(?=;)/, 'call verify_list again for its results'],
  [
    /mailvet batch (?:resume|watch) job_\w+ -o <file> writes the results elsewhere/,
    'verify_list with the same file and another output writes them',
  ],
  [
    /Send the rest with: mailvet batch resume job_\w+.*; (?=--again|again)/,
    'The user sends the rest in a terminal, by mailvet batch resume; ',
  ],
  [/mailvet batch (?:resume|retry|watch) job_\w+/, 'verify_list with the same file'],
  [
    /Run mailvet doctor|See: mailvet doctor|see: mailvet doctor/,
    'Ask the user to run mailvet doctor in a terminal',
  ],
  [
    /; mailvet login --profile \S+ makes one/,
    '; the user makes one in a terminal with mailvet login',
  ],
];

/** Flags that a parameter stands for. */
const PARAMETERS: readonly Rule[] = [
  [/--column <name or number>/g, 'column'],
  [/--column <name>/g, 'column'],
  [/--column /g, 'column: '],
  [/--encoding <name>/g, 'encoding'],
  [/--encoding (?=\w)/g, 'encoding: '],
  [/--encoding/g, 'encoding'],
  [/--delimiter/g, 'delimiter'],
  [/--sheet <name\|number>/g, 'sheet'],
  [/--sheet (?=['"\w])(?!is |out)/g, 'sheet: '],
  [/--sheet/g, 'sheet'],
  [/--no-header/g, 'header: false'],
  [/--split-cells/g, 'splitCells'],
  [/--max-addresses/g, 'maxAddresses'],
  [/--report/g, 'report'],
  [/--only/g, 'only'],
  [/--force/g, 'overwrite'],
];

/** A text of the command line in the words of the tools. */
export function reword(text: string): string {
  return [...PHRASES, ...PARAMETERS].reduce(
    (current, [pattern, replacement]) => current.replace(pattern, replacement),
    text,
  );
}

const FOR_A_TERMINAL = /(?:^|[\s(])(?:--[a-z]|mailvet [a-z]+|-o )/;

/** A hint in the words of the tools. What only a user can do, in a terminal, is left to the user. */
export function rewordHint(hint: string): string {
  const reworded = reword(hint);
  const isMarked = reworded.includes('in a terminal');
  return FOR_A_TERMINAL.test(reworded) && !isMarked
    ? `For the user, in a terminal: ${reworded}`
    : reworded;
}

/** The same error in the words of the tools. */
export function rewordError(error: MailvetError): MailvetError {
  if (!isMailvetError(error)) return error;
  const { code, hint, status } = error;
  return new MailvetError(code, reword(error.message), {
    cause: error,
    ...(hint !== undefined && { hint: rewordHint(hint) }),
    ...(status !== undefined && { status }),
  });
}
