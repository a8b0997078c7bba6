import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../../i18n/languages.ts';
import { gather } from '../../options/values.ts';
import { addReporterOptions } from '../../reporters/choice.ts';

const COLUMN_OPTIONS = [
  ['--column <name|number>', 'an e-mail column; repeat it to verify several'],
  ['--coalesce <columns>', 'take the first of these columns that is filled (comma-separated)'],
] as const;

/** How a list is read. */
export function addListOptions(command: Command): void {
  add(command, 'List:', [
    ['--input-format <format>', 'csv, lines, json or jsonl'],
    [
      '--encoding <name>',
      'utf-8, utf-16le, windows-1252, windows-1250, shift_jis, … (any that iconv knows)',
    ],
    ['--delimiter <character>', 'what separates the columns'],
    ['--header', 'the first line names the columns'],
    ['--no-header', 'the first line is a row'],
    ['--skip-lines <n>', 'lines above the header; they are kept and not read'],
    ['--sheet <name|number>', 'the sheet of a workbook (the one that holds addresses)'],
    ['--split-cells', 'verify every address of a cell that holds several'],
    ['--max-input <size>', 'refuse a longer list (2GB)'],
  ]);
  for (const [flags, description] of COLUMN_OPTIONS) {
    command.addOption(new Option(flags, description).argParser(gather).helpGroup('List:'));
  }
}

/** Whether, and how much of, a new list is sent. */
export function addSubmitOptions(command: Command): void {
  add(command, 'Sending:', [
    ['--dry-run', 'say what would be sent; needs no key and no network'],
    ['--max-addresses <n>', 'refuse to send more addresses'],
    ['-y, --yes', 'do not ask before sending many'],
    ['--again', 'send a list that was submitted already'],
    ['--sample <n>', 'send a random sample only, and project its rates'],
    ['--seed <n>', 'the sample to draw (1)'],
  ]);
}

export function addSendOptions(command: Command): void {
  add(command, 'Sending:', [
    ['--concurrency <n>', 'batches open at once (5, embedded service 20)'],
    ['--resend-unknown', 'resend batches that may already have arrived (can be charged twice)'],
  ]);
}

export function addFollowOptions(command: Command): void {
  add(command, 'Output:', [
    ['--progress <how>', 'auto, lines, or json: stderr has objects alone, one a line (auto)'],
  ]);
  add(command, 'Sending:', [
    ['--cancel-on-interrupt', 'Ctrl-C also cancels what is open at the service'],
    ['--stop-when-blind', 'stop once nothing can be learnt (no DNS, port 25 closed, refused)'],
  ]);
}

/** Where results go, and which. None has a default here: a job remembers what was given. */
export function addResultOptions(command: Command): void {
  addOutputOptions(command);
  add(command, 'Results:', [
    [
      '--only <conditions>',
      'write only rows with one of these verdicts, reasons, facts (free, provider=google, score>=80, delivered>=3)',
    ],
    ['--exclude <conditions>', 'leave out rows with one of these'],
    ['--fix', 'write only the address into its cell, without the name or marks around it'],
    [
      '--dedupe <mode>',
      'write one row of each mailbox: first, last or fullest (most cells filled)',
    ],
  ]);
}

/** Where results go, and what makes them fall short. */
export function addOutputOptions(command: Command): void {
  add(command, 'Results:', [
    [
      '-o, --output <file>',
      'write the results to a file (- = stdout; a folder ends in a slash); .csv, .tsv, .json, .jsonl, .xlsx say its format, .gz and .zst pack it',
    ],
    ['--force', 'replace files that exist'],
    ['--split <directory>', 'also write deliverable.csv, risky.csv, … there'],
    ['--columns <names>', 'the columns to add (comma-separated), or all, short, evidence, none'],
    ['--escape-formulas', "guard the list's own cells too against being taken for formulas"],
    ['--risky-role <boolean>', 'whether role addresses count as risky (true)'],
    ['--fail-on <verdicts>', 'exit 1 when a row has one of these verdicts'],
    ['--max-undeliverable <percent>', 'exit 1 when more rows are undeliverable'],
    ['--min-score <n>', 'exit 1 when an address scores less'],
    ['--baseline <file>', 'earlier results: exit 1 only for what got worse since, or is new'],
  ]);
  const report = new Option(
    '--report <file.html>',
    'also write what the list came to: a page with charts; .md and .json say another format; repeatable',
  );
  command.addOption(report.argParser(gather).helpGroup('Results:'));
  add(command, 'Results:', [
    [
      '--lang <language>',
      `language of reports and of the summary in a workbook: ${LANGUAGES.join(', ')} (en)`,
    ],
  ]);
  addReporterOptions(command, 'Results:');
}

export function addPageOptions(command: Command): void {
  add(command, 'Page:', [
    ['--limit <n>', 'entries at most'],
    ['--skip <n>', 'entries to skip'],
    ['--all', 'every entry, page by page'],
  ]);
}

function add(command: Command, group: string, options: readonly (readonly [string, string])[]) {
  for (const [flags, description] of options) {
    command.addOption(new Option(flags, description).helpGroup(group));
  }
}
