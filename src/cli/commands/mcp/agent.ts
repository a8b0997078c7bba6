import { existsSync } from 'node:fs';
import { isAbsolute, parse, resolve } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  type Hint,
  hintParts,
  MailvetError,
  type RemedyTable,
  sayHint,
} from '../../../lib/errors.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { directoriesOf } from '../../directories.ts';
import { asMailvetError } from '../../error-report.ts';
import type { Invocation } from '../../invocation.ts';
import {
  type Breach,
  canHoldDirectories,
  type FileAccess,
  findBreach,
} from '../../io/file-place.ts';
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

/** One call of a tool, as far as the tools need to know it. */
export interface ToolCall {
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Reports to the client how far the call has come, where it asked for that. Clients require that `done` grows. */
  readonly report: (progress: Readonly<{ done: number; total: number; message: string }>) => void;
}

/** The longest text in an answer: names of columns and replies of hosts are as long as strangers like. */
const MAX_TEXT = 300;

export function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** The result, as data, and as the same data in text for clients that know no structured content. */
export function toolResult(value: object): CallToolResult {
  const structuredContent = value as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent };
}

/** An error that the agent can act on: what is wrong, and what to do next, in the words of the tools. */
export function toolError(error: unknown, { context, mask }: Invocation): CallToolResult {
  const known = asMailvetError(error, directoriesOf(context));
  const { code, message, hint } = toAgentError(known);
  const { status } = known;
  const lines = [`${code}: ${message}`, ...(hint === null ? [] : [hint])];
  const text = mask(lines.map(safeLine).join('\n'));
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { 'mailvet/error': { code, ...(status !== undefined && { status }) } },
  };
}

/** The directories whose files the tools may read and write: real paths, without links. */
export type Roots = readonly string[];

/** The file that the agent named, as an absolute path. Nothing of it needs to exist. */
export function absolutePath(given: string, roots: Roots): string {
  if (roots.length === 0) throw noRoots();
  if (given.includes('\0')) throw new MailvetError('input', 'A file name can not have a NUL byte');
  return isAbsolute(given) ? resolve(given) : withinRoots(given, roots);
}

/** Allows the files below the roots, real paths, without the hidden ones. */
export function accessBelow(roots: Roots, platform: NodeJS.Platform): FileAccess {
  const judge = (named: string, real: string) => {
    const breach = findBreach([named, real], roots);
    if (breach === undefined) return;
    const [fault, hint] = BREACHES[breach];
    throw new MailvetError('input', `${named} ${fault}`, { hint: hint(roots) });
  };
  return { judge, holdsDirectories: canHoldDirectories(platform) };
}

/** A relative path belongs to the first root that has it, else to the first. */
function withinRoots(given: string, roots: Roots): string {
  const paths = roots.map((root) => resolve(root, given));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? given;
}

/** What is said of a file that may not be opened, and what to do. */
const BREACHES: Readonly<Record<Breach, readonly [fault: string, hint: (roots: Roots) => string]>> =
  {
    outside: [
      'lies outside of the directories that are open to agents',
      (roots) =>
        `Give a file below ${roots.join(' or ')}; --root <directory> of mailvet mcp opens another`,
    ],
    // Keys, settings and shell profiles lie in hidden files: none of them is a list.
    hidden: [
      'is hidden (its name begins with a dot)',
      () => 'Agents can neither read nor write hidden files: copy the list to another name',
    ],
    system: [
      'is a file of the system',
      () => 'Agents can neither read nor write below /proc and /sys',
    ],
  };

function noRoots(): MailvetError {
  return new MailvetError('input', 'no directory is open to agents', {
    hint: 'Open a folder in the client, or start mailvet mcp with --root <directory>',
  });
}

/** The working directory, unless it is that of the whole file system, where some clients start servers. */
export function defaultRoots(cwd: string): Roots {
  return cwd === parse(cwd).root ? [] : [cwd];
}
