import { type Command, Help } from 'commander';
import { closestWord } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import { version } from '../../lib/version.ts';
import { lowerFirst } from '../../lib/wording.ts';
import { ACCESS_SETTINGS } from '../../settings/access.ts';
import { type SettingTable, variableName } from '../../settings/setting.ts';
import { VERIFIER_SETTINGS } from '../../settings/verifier.ts';
import { guideOf } from '../command-spec.ts';
import { EXIT_CODE_MEANINGS } from '../exit-codes.ts';
import type { Action } from '../invocation.ts';
import { inLocale } from '../io/terminal.ts';
import { withDefault } from '../options/global.ts';
import { printLines } from '../render/wrap.ts';

/** `mailvet help`, for the commands of a program. */
export function helpOf(program: Command): Action {
  return async ({ context }, { args }) => {
    const name = args.join(' ');
    const topic = name === 'man' ? manPage(program, version()) : HELP_TOPICS.get(name);
    if (topic === undefined) findCommand(program, args).outputHelp();
    else await printLines(context.stdout, inLocale(context.env, topic).trimEnd().split('\n'));
    return undefined;
  };
}

/** Beside the commands. */
const TOPICS = ['exit-codes', 'environment', 'lists', 'man'];

function findCommand(program: Command, names: readonly string[]): Command {
  return names.reduce((command, name) => {
    const found = command.commands.find((each) => each.name() === name);
    if (found) return found;
    throw unknownTopic(names, command, name);
  }, program);
}

/** The error for a `word` that is neither a command under `parent` nor a topic. */
function unknownTopic(names: readonly string[], parent: Command, word: string): MailvetError {
  const isTop = parent.parent === null;
  const known = parent.commands.map((each) => each.name());
  const near = closestWord(word, [...known, ...(isTop ? TOPICS : [])]);
  const path = isTop ? '' : ` ${parent.name()}`;
  return new MailvetError('usage', `There is no help on '${names.join(' ')}'`, {
    hint: near
      ? `Did you mean: mailvet help${path} ${near}`
      : `See: mailvet --help; further topics: ${TOPICS.join(', ')}`,
  });
}

const EXIT_CODES_TOPIC = `Exit codes

${EXIT_CODE_MEANINGS.map(([code, meaning]) => `${String(code).padStart(5)}  ${meaning}`).join('\n')}

A closed pipe (mailvet … | head) ends the program quietly with 0.
`;

const ENVIRONMENT_TOPIC = `Environment

A flag goes before its variable, a variable before the config file.

${variables(ACCESS_SETTINGS)}
  HTTPS_PROXY, HTTP_PROXY       proxies; lower case works, too
  NO_PROXY                      hosts and networks (10.0.0.0/8, 127.*) reached without a proxy; so is this
                                machine, but by a proxy on it
  NO_COLOR, FORCE_COLOR, TERM   colours: never, always, never with TERM=dumb
  CLICOLOR=0, CLICOLOR_FORCE=1  colours: never, always
  CI                            nothing is asked

Flags have variables, too: --fail-on is MAILVET_FAIL_ON, --no-input MAILVET_NO_INPUT=true, and so on; of a flag
that may be given several times the values stand behind one another, comma-separated. What is done once has none:
--all, --explain, the flags of admin, login, config and jobs forget. Where --concurrency is a setting of the
service, its variable is that one's. mailvet commands --json names the variable of each flag.

The config file may name a command that prints the key, in place of the key:
mailvet config set apiKeyCommand 'pass show mailvet'. The shell runs it. mailvet login --keychain stores the
key in the keychain of macOS or Linux (secret-tool) and sets the command that reads it.

With neither key nor base URL the embedded service works; it and mailvet serve take

${variables(VERIFIER_SETTINGS)}

mailvet serve, work and admin take

  MAILVET_DATABASE              the database

mailvet serve and mailvet work take every flag of their own also as a variable: --keep-history is
MAILVET_KEEP_HISTORY, and so on; MAILVET_CONFIG is the file of --config.

Files lie in the XDG directories: config.json under XDG_CONFIG_HOME, the embedded service's
database under XDG_DATA_HOME, records of submitted lists under XDG_STATE_HOME.
`;

function variables(table: SettingTable): string {
  const lines = Object.entries(table).map(([name, setting]) => {
    const help = withDefault(setting.variableHelp ?? setting.help, setting);
    return `  ${variableName(name).padEnd(29)} ${help}`;
  });
  return lines.join('\n');
}

const LISTS_TOPIC = `Lists

Formats: CSV with , ; tab or |, one address per line, JSON array, JSONL; --input-format overrides.
Of a workbook (.xlsx, .ods, up to 100 MB) the sheet that holds addresses is read, or the one that
--sheet <name|number> names; its results are a workbook (.xlsx), too.
Encodings: UTF-8, UTF-16, Windows-1252 and those of other countries (Windows-1250, Shift_JIS, GBK, Mac
Roman, …), detected from the content; where that is not certain, a line on stderr shows words to compare,
and a terminal is asked. --encoding takes any name that iconv knows.
A list may have 2 GB; --max-input <size> allows more. Packed lists (gzip, Zstandard, a ZIP archive with one
file) are unpacked, whatever their name; -o results.csv.gz and -o results.csv.zst pack the results. mailvet
clean also takes the ZIP archive of a Mailchimp audience: its subscribed and non-subscribed contacts are the
list; the others are not imported again.
Several lists make one job each, one after another, with one summary at the end and the highest of their exit
codes. Results go beside each file; -o results/ puts them into a folder, as NAME.verified.EXT. A list that
fails does not keep the others from being verified.

The e-mail column is found by header and values; --column <name|number> names it. --column A --column B
verifies both: each row stays one row, with A_verdict, B_verdict, …, and counts by its best address.
--coalesce A,B takes the first that is filled. What was chosen is said on stderr.
--no-header: the first line is data. A title above the header is recognised and kept; --skip-lines <n>
says how many lines it has.

A cell may hold "Name <a@b.c>", mailto:a@b.c or another link, quotation marks of any language, a
bullet, full-width signs, codes of HTML (o&#39;neil@b.c), stray spaces or a trailing comma: it is
cleaned for the service and kept as it was in the output. Anything left over (john smith@b.c) makes it
syntax, with a suggestion for you to confirm. Several addresses in one cell need --split-cells: the row shows
the best of them, and the others with their verdicts in the column others.
--fix mends addresses in what is written: names, marks and blanks around them, ann(at)b.de, likely typos
(ann@gmial.com is verified and written as ann@gmail.com). The column original has the cell as it was. On a
terminal clean shows what it would mend and asks; --yes, --no-input and --no-fix mend nothing. mailvet undo
writes the results again as they are without it.

What can't be an address is never sent: it comes back undeliverable (syntax). An empty cell,
or one that says so (N/A, NULL, no email, -), has no verdict, the reason empty, and no weight in rates and
thresholds; --split puts it in empty.csv.
Each distinct address is sent once, and its result goes to every row that has it.

Each row comes back in its place with all its columns, and behind them
email valid deliverable acceptAll role temporary mx smtp score verdict reason error suggestion detail.
A name that the list has already gets the prefix mailvet_. --columns picks columns by name, or by a
preset: all, short (verdict, detail, suggestion) or none. mailvet clean --only deliverable adds none:
its file is ready to import. In JSON the row stands under input, every value with the text that it had; as
CSV, objects become columns with dotted names (contact.email), and a doubled name becomes two columns.

Without -o, on a terminal, list.csv is written back as list.verified.csv. Each format stays what it is
(list.verified.json, list.verified.xlsx, …); plain lines become CSV, and so does a workbook on stdout.
-o results.xlsx writes a workbook from any list: its columns as text, verdicts coloured, a filter on the
header, a second sheet with the summary. -o results.tsv writes tabs.

mailvet clean writes list.verified.csv (or .xlsx, …) whatever stdout is, with the columns verdict, reason and
suggestion (all of them with --columns all), the report list.verified.html, and for the tool that the list
comes from:
  list.import.csv   deliverable rows in the list's own columns, with only the address in its cell;
                    --only says which rows instead, but never undeliverable ones
  list.archive.csv  the addresses of undeliverable rows, to be archived or unsubscribed there
Risky and unknown rows and full mailboxes are in neither: they stay in the tool as they are. --split <folder>
also writes a file for each verdict.

Verdicts and their reasons:
  deliverable    accepted
  risky          accept_all, disposable, role, suppressed
  undeliverable  syntax, no_mx, mailbox
  unknown        no_answer, not_probed, error, incomplete, several_addresses
  (none)         empty

--report page.html also writes a page with charts of what the list came to, --report page.md the same
as Markdown, --report page.json as data; give it once for each. None names an address.

--json=email,verdict writes these fields of each row as JSON to stdout, input among them: the row itself.
--jq '.[] | select(.score < 50) | .email' prints what jq makes of it; with --format jsonl line by line.

In CI, --fail-on, --max-undeliverable and --min-score decide between exit 0 and 1, and
  --reporter github         annotates the lines of the list and fills the step summary
  --reporter junit[=file]   writes a test case for each row that fails (mailvet-junit.xml)
  --reporter sarif[=file]   writes rows with a problem for code scanning (mailvet.sarif)
What --fail-on and --min-score name is an error. Without them undeliverable is an error; risky is a
warning, unknown a notice. --redact masks addresses in all that is no result: a***@example.com.

Try it without key and network: mailvet batch submit list.csv --dry-run
`;

/** What `mailvet help <topic>` shows beside the commands. */
export const HELP_TOPICS: ReadonlyMap<string, string> = new Map([
  ['exit-codes', EXIT_CODES_TOPIC],
  ['environment', ENVIRONMENT_TOPIC],
  ['lists', LISTS_TOPIC],
]);

/** `mailvet(1)` in man(7) macros, from the command tree that the help is made of. */
function manPage(program: Command, version: string): string {
  return [
    `.TH MAILVET 1 "" "mailvet ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    `mailvet \\- ${escaped(lowerFirst(program.description()))}`,
    '.SH SYNOPSIS',
    '.B mailvet',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH COMMANDS',
    ...leavesOf(program).flatMap(commandLines),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionLines(program),
    ...['environment', 'lists'].flatMap(topicLines),
    '.SH EXIT STATUS',
    ...EXIT_CODE_MEANINGS.flatMap(([code, meaning]) => ['.TP', String(code), escaped(meaning)]),
    '',
  ].join('\n');
}

/** The commands that do something, in the order of the help. */
function leavesOf(command: Command): Command[] {
  if (command.commands.length === 0) return [command];
  return command.commands.flatMap(leavesOf);
}

function commandLines(command: Command): string[] {
  const usage = new Help().commandUsage(command);
  return [
    `.SS "${escaped(usage)}"`,
    escaped(`${command.description()}.`),
    ...exampleLines(command),
    ...optionLines(command),
  ];
}

function exampleLines(command: Command): string[] {
  const lines = guideOf(command).examples.map(([line, text]) =>
    text ? `${line}  # ${text}` : line,
  );
  return lines.length === 0 ? [] : ['.RS', '.nf', ...lines.map(escaped), '.fi', '.RE'];
}

function optionLines(command: Command): string[] {
  const help = new Help();
  const isOwn = (flags: string) => !flags.includes('--help');
  return help
    .visibleOptions(command)
    .filter(({ flags }) => isOwn(flags))
    .flatMap((option) => [
      '.TP',
      `\\fB${escaped(help.optionTerm(option))}\\fR`,
      escaped(help.optionDescription(option)),
    ]);
}

/** A help topic, unfilled: its tables are aligned with spaces. */
function topicLines(topic: string): string[] {
  const text = HELP_TOPICS.get(topic) ?? '';
  const [title = '', ...lines] = text.trimEnd().split('\n');
  return [`.SH ${title.toUpperCase()}`, '.nf', ...lines.map(escaped), '.fi'];
}

/** Text that troff takes literally: no control line, no escape, hyphens that can be searched. */
function escaped(text: string): string {
  const literal = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq');
  return /^[.']/.test(literal) ? `\\&${literal}` : literal;
}
