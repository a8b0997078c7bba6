/**
 * What an error says, as data: which text of the catalogues, with which values. Programs and logs get its English; a page
 * says it in the language of its reader. It can be sent to another thread.
 */
export interface Message {
  readonly id: string;
  readonly values: Readonly<Record<string, MessageValue>>;
  readonly english: string;
}

/** Each reader's language writes it: a number, a size, another message. Text is the same in all of them. */
export type MessageValue = string | number | Message | { readonly bytes: number };

/** Whether a value that another process wrote is a message. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && 'values' in value && 'english' in value;
}

/**
 * Every error that a user can meet carries one of these codes. The set is closed: each edge (the
 * command line's exit codes, the service's HTTP statuses) has one exhaustive table over it.
 *
 * Expected outcomes of a verification (no MX, greylisted, refused) are values, never errors.
 */
export type ErrorCode =
  /** The command line itself is wrong: an unknown flag, a missing argument, values that clash. */
  | 'usage'
  /** An input or output can't be used: an unreadable list, no e-mail column, an existing output. */
  | 'input'
  /** The disk is full, or a device fails. */
  | 'io'
  /** Settings: a key is missing, a base URL without key, a broken or unreadable config file. */
  | 'config'
  /** The service answered 401. */
  | 'unauthorized'
  /** The service answered 402: the team exceeded its plan limits. */
  | 'quota'
  /** The service answered 429 and asks for a longer wait than the client allows. */
  | 'rate_limited'
  /** The service could not be reached: DNS, refused, reset, TLS, proxy. */
  | 'network'
  /** One request timed out. */
  | 'request_timeout'
  /** The service answered 5xx after all retries. */
  | 'server'
  /** The response does not follow the interface: HTML, cut JSON, a missing id. */
  | 'bad_answer'
  /** A POST was sent, and it is unknown whether the service acted on it. */
  | 'answer_lost'
  /** The service refused this request: 400, 404, 409, 413, 415, 422 and other 4xx. */
  | 'refused'
  /** `--timeout` ran out while batches still run. */
  | 'timeout'
  /** Some batches failed or were cancelled; what there is was written. */
  | 'partial'
  /** Another process holds the lock on this job. */
  | 'locked'
  /** The user interrupted (SIGINT). */
  | 'interrupted'
  /** SIGTERM arrived. */
  | 'terminated'
  /** A bug in mailvet. */
  | 'internal';

/**
 * What to do next: text, between which remedies stand. Text means the same to everybody; a remedy is data,
 * which each edge says in its own words: a terminal by flags and commands, an agent by the parameters of its
 * tools, a program by options. Each edge has one exhaustive table over the codes.
 */
export type Hint = string | readonly (string | Remedy)[];

/** The codes of remedies, with what they need to be said. */
interface Remedies {
  /** An option of reading, writing or sending a list. `takes`: what stands for its value. */
  option: { readonly name: ListOption; readonly value?: string; readonly takes?: string };
  add_option: { readonly name: ListOption; readonly value?: string; readonly takes?: string };
  /** The first line is no header. */
  no_header: object;
  misread_list: object;
  /** Say what kind of file it is. */
  input_format: object;
  /** Several columns, or the first of them (numbers from 1) that is filled. */
  several_columns: { readonly numbers: readonly number[] };
  csv_output: object;
  output_format: object;
  overwrite: object;
  /** Another place for an output; `flag` names it in a terminal. */
  elsewhere: { readonly flag: string; readonly isStart?: boolean };
  larger_input: object;
  more_addresses: object;
  /** Send a list that was sent already. `verb`: `sends it`. */
  send_again: { readonly verb: string };
  /** `command`: what resumes, follows or retries the list in a terminal, as in the next four. */
  go_on: { readonly command: string };
  go_on_cancelled: { readonly command: string };
  results_again: { readonly watch: string; readonly resume: string };
  results_elsewhere: { readonly command: string };
  /** `lead` in a terminal: `See:`. */
  doctor: { readonly lead: string };
  /** `what`: `all of them`. */
  list_jobs: { readonly what: string };
  find_jobs: object;
  login_profile: { readonly profile: string };
  /** Look at the base URL and the connection. */
  check_connection: object;
  longer_timeout: object;
  fewer_requests: object;
  check_key: object;
  insecure_http: object;
  ca_file: object;
  resend_unknown: object;
  forget_job: object;
  list_batches: object;
  /** The command that lists what a name or id may be. */
  admin_list: { readonly of: 'team' | 'key' | 'webhook' };
  /** A setting of the service, or an option of the command that was given; `takes`: its value. */
  setting: { readonly name: ServiceOption; readonly takes?: string };
  /** What the operator does by `mailvet admin`. */
  admin: { readonly command: string };
  /** The operator opens a network; in a sentence, or as a note behind one. */
  allow_network: { readonly isNote?: boolean };
  /** What is only done in a terminal. */
  terminal: { readonly text: string };
}

type ListOption = 'column' | 'encoding' | 'delimiter' | 'sheet' | 'splitCells';

type ServiceOption = 'database' | 'lists' | 'host' | 'port' | 'from' | 'to' | 'secret';

type RemedyCode = keyof Remedies;
export type Remedy = { [C in RemedyCode]: { readonly code: C } & Remedies[C] }[RemedyCode];

/** How an edge says each remedy; undefined: it can't be done there. */
export type RemedyTable<C extends RemedyCode = RemedyCode> = {
  readonly [Code in C]: ((remedy: Remedies[Code]) => string) | undefined;
};

/** A hint in the words of an edge. */
export function sayHint(hint: Hint, table: Partial<RemedyTable>): string {
  const words = table as Record<RemedyCode, ((remedy: Remedy) => string) | undefined>;
  return hintParts(hint)
    .map((part) => (typeof part === 'string' ? part : (words[part.code]?.(part) ?? '')))
    .join('');
}

/** A hint as its parts. */
export function hintParts(hint: Hint): readonly (string | Remedy)[] {
  return typeof hint === 'string' ? [hint] : hint;
}

/** Two hints as two sentences. */
export function joinHints(first: Hint | undefined, second: Hint): Hint {
  if (first === undefined) return second;
  const parts = hintParts(first);
  const last = parts.at(-1);
  const ends = typeof last === 'string' && /[.?!]$/.test(last);
  return [...parts, ends ? ' ' : '. ', ...hintParts(second)];
}

export interface ErrorDetails {
  /** What to do next: one sentence, printed on a line of its own. Absent: the English of the advice. */
  readonly hint?: Hint;
  /** What a page says in place of the message, and of the hint: its reader has no command line. */
  readonly said?: Message;
  readonly advice?: Message;
  /** The option that the message names as a flag, in kebab case. */
  readonly option?: string;
  /** The HTTP status, where a response of the service is the cause. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** The one error class. Its message is a sentence for the user, without a full stop. */
export class MailvetError extends Error {
  override readonly name = 'MailvetError';
  readonly code: ErrorCode;
  readonly hint: Hint | undefined;
  /** The hint for a page of the service. */
  readonly advice: Message | undefined;
  readonly option: string | undefined;
  readonly status: number | undefined;
  /** The message for a page of the service, which says it in the language of its reader. */
  readonly said: Message | undefined;

  constructor(code: ErrorCode, message: string | Message, details: ErrorDetails = {}) {
    const english = typeof message === 'string' ? message : message.english;
    super(english, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.said = details.said ?? (typeof message === 'string' ? undefined : message);
    this.hint = details.hint ?? details.advice?.english;
    this.advice = details.advice;
    this.option = details.option;
    this.status = details.status;
  }
}

/** True for an error of ours, optionally with one of the given codes. */
export function isMailvetError(error: unknown, ...codes: ErrorCode[]): error is MailvetError {
  return error instanceof MailvetError && (codes.length === 0 || codes.includes(error.code));
}

/** The same error with another message. */
export function withMessage(error: MailvetError, message: string): MailvetError {
  const { code, hint, status } = error;
  return new MailvetError(code, message, {
    cause: error,
    ...(hint !== undefined && { hint }),
    ...(status !== undefined && { status }),
  });
}
