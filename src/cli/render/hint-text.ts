import { type Hint, type RemedyTable, sayHint } from '../../lib/errors.ts';

/** Remedies in a terminal: flags and commands. */
const WORDS: RemedyTable = {
  option: ({ name, value, takes }) => optionText(name, value ?? takes),
  add_option: ({ name, value, takes }) => `add ${optionText(name, value ?? takes)}`,
  no_header: () => 'add --no-header',
  misread_list: () => 'If the list was misread, add --encoding, --delimiter or --input-format',
  input_format: () => ' --input-format csv, lines, json or jsonl says what it is',
  several_columns: ({ numbers }) =>
    `; it may be repeated. --coalesce ${numbers} takes the first that is filled`,
  csv_output: () => '-o <file.csv>',
  output_format: () => ', or add --format <format>',
  overwrite: () => 'Replace it with --force',
  elsewhere: ({ flag, isStart }) => `${isStart ? 'Write' : 'write'} elsewhere with ${flag}`,
  larger_input: () => 'Allow more with --max-input <size>, for instance --max-input 5GB',
  more_addresses: () => 'Raise --max-addresses, or send a part with --sample <n>',
  send_again: ({ verb }) => `--again ${verb} again`,
  go_on: ({ command }) => command,
  go_on_cancelled: ({ command }) => `Send the rest with: ${command}`,
  results_again: ({ watch, resume }) =>
    `get its results again with ${watch} -o <file>, or with ${resume} -o <file>`,
  results_elsewhere: ({ command }) => `${command} -o <file> writes the results elsewhere`,
  doctor: ({ lead }) => `${lead} mailvet doctor`,
  list_jobs: ({ what }) => `mailvet jobs list shows ${what}`,
  find_jobs: () => 'See those that are here with: mailvet jobs list',
  login_profile: ({ profile }) => `; mailvet login --profile ${profile} makes one`,
  check_connection: () => '; mailvet doctor looks at both',
  longer_timeout: () => '; with a longer --timeout it is waited for',
  fewer_requests: () => ', or with a lower --concurrency',
  check_key: () =>
    'mailvet whoami says which key is used and where it comes from; mailvet login stores another',
  insecure_http: () => '--allow-insecure-http',
  ca_file: () => '--ca-file <pem>',
  resend_unknown: () => '--resend-unknown',
  forget_job: () => 'mailvet jobs forget',
  list_batches: () => 'mailvet batch list',
  admin_list: ({ of }) => `mailvet admin ${of} list shows them all`,
  setting: ({ name, takes }) => optionText(name, takes),
  admin: ({ command }) => `mailvet admin ${command}`,
  allow_network: ({ isNote }) => (isNote ? ' (--allow-network)' : '--allow-network'),
  terminal: ({ text }) => text,
};

/** A hint, or a notice, for a terminal. */
export function hintText(hint: Hint): string {
  return sayHint(hint, WORDS);
}

function optionText(name: string, value: string | undefined): string {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return value === undefined ? flag : `${flag} ${value}`;
}
