import {
  type Hint,
  hintParts,
  type MailvetError,
  type RemedyTable,
  sayHint,
} from '../../../errors.ts';
import { hintText } from '../../render/hint-text.ts';

/**
 * Remedies for an agent: it has parameters instead of flags, and tools instead of commands. What is not here
 * only a user can do, in a terminal.
 */
const WORDS: Partial<RemedyTable> = {
  option: ({ name, value }) => (value === undefined ? name : `${name}: ${value}`),
  add_option: ({ name, value }) => `set ${name}${value === undefined ? '' : ` to ${value}`}`,
  no_header: () => 'set header to false',
  misread_list: () => 'If the list was misread, set encoding or delimiter',
  input_format: () => '',
  several_columns: () => '; several columns are verified each',
  csv_output: () => 'an output that ends in .csv',
  output_format: () => '',
  overwrite: () => 'Set overwrite to true',
  elsewhere: ({ isStart }) => `${isStart ? 'Give' : 'give'} another output`,
  larger_input: () => 'Divide the list, or verify it in a terminal with --max-input <size>',
  more_addresses: () => 'Raise maxAddresses',
  send_again: () => 'again: true verifies the list again, and is charged again',
  go_on: () => 'verify_list with the same file',
  go_on_cancelled: () => 'The user sends the rest in a terminal, by mailvet batch resume',
  results_again: () => 'call verify_list again for its results',
  results_elsewhere: () => 'verify_list with the same file and another output writes them',
  doctor: () => 'Ask the user to run mailvet doctor in a terminal',
  list_jobs: () => 'list_results shows all of them',
  find_jobs: () => 'list_results without id shows those that are here',
  login_profile: () => '; the user makes one in a terminal with mailvet login',
  check_connection: () => '; the user looks at both in a terminal with mailvet doctor',
  longer_timeout: () => '',
  fewer_requests: () => '',
};

/** A hint, or a notice, for an agent. What only a user can do, in a terminal, is left to the user. */
export function agentText(hint: Hint): string {
  const isForUser = hintParts(hint).some(
    (part) => typeof part !== 'string' && WORDS[part.code] === undefined,
  );
  return isForUser ? `For the user, in a terminal: ${hintText(hint)}` : sayHint(hint, WORDS);
}

/** Parameters that are not called as the flag that a message names. */
const PARAMETERS: Readonly<Record<string, string>> = {
  force: 'overwrite',
  'max-addresses': 'maxAddresses',
  'split-cells': 'splitCells',
};

/** An error for an agent, with the parameter in place of the flag that its message names. */
export function toAgentError({ code, message, option, hint }: MailvetError) {
  return {
    code,
    message:
      option === undefined ? message : message.replace(`--${option}`, PARAMETERS[option] ?? option),
    hint: hint === undefined ? null : agentText(hint),
  };
}
