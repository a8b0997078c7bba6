import type { ErrorCode } from '../lib/errors.ts';

/** The program's exit codes: a contract with scripts. */
export const EXIT = {
  done: 0,
  fallsShort: 1,
  usage: 2,
  config: 3,
  quota: 4,
  service: 5,
  partial: 6,
  timeout: 7,
  refused: 8,
  internal: 70,
  io: 74,
  interrupted: 130,
  terminated: 143,
} as const;

/** One of the program's exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exhaustive: a new error code compiles only with its exit code here. */
export const EXIT_CODES: Readonly<Record<ErrorCode, ExitCode>> = {
  usage: EXIT.usage,
  input: EXIT.usage,
  io: EXIT.io,
  config: EXIT.config,
  unauthorized: EXIT.config,
  quota: EXIT.quota,
  rate_limited: EXIT.service,
  network: EXIT.service,
  request_timeout: EXIT.service,
  server: EXIT.service,
  bad_answer: EXIT.service,
  answer_lost: EXIT.service,
  refused: EXIT.refused,
  timeout: EXIT.timeout,
  partial: EXIT.partial,
  locked: EXIT.usage,
  interrupted: EXIT.interrupted,
  terminated: EXIT.terminated,
  internal: EXIT.internal,
};

/** Each code with its meaning, for `mailvet help exit-codes`. */
export const EXIT_CODE_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.done, 'done'],
  [
    EXIT.fallsShort,
    'done, and the addresses fall short of --fail-on, --max-undeliverable or --min-score; scan found addresses; admin check found damage',
  ],
  [
    EXIT.usage,
    'usage or input: unknown flag, unreadable list, no e-mail column, output exists, --database names a foreign file',
  ],
  [
    EXIT.config,
    'key missing, refused or revoked; bad configuration; a database that can not be used',
  ],
  [EXIT.quota, 'plan limit (402)'],
  [
    EXIT.service,
    'service or network: unreachable, time-out, 5xx after retries, unreadable answers; no address could be verified (no DNS, port 25 closed, refused everywhere)',
  ],
  [
    EXIT.partial,
    'partial: some batches failed, were cancelled, completed without all their results, or lost their answer and were not found; or learn could not read all of it; what there is was written',
  ],
  [EXIT.timeout, '--timeout ran out while batches still run; the resume command was printed'],
  [
    EXIT.refused,
    'the service refused this request: unknown batch, one that cannot be cancelled, an invalid body',
  ],
  [
    EXIT.internal,
    'a bug of mailvet: please report it with what --debug shows; or mailvet was replaced while it ran',
  ],
  [EXIT.io, 'the disk is full, or a device fails; a submitted list loses nothing'],
  [EXIT.interrupted, 'interrupted (Ctrl-C)'],
  [EXIT.terminated, 'terminated (SIGTERM)'],
];
