import type { ServiceClient } from '../../../contract/client/service-client.ts';
import { findTableRow, rowText, type TableRow } from '../../../formats/inspect/table-row.ts';
import { cellAddress } from '../../../formats/read/cell-addresses.ts';
import type { CellAddress, ListRow } from '../../../formats/row.ts';
import { setAlarm } from '../../../lib/alarm.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isMailvetError, MailvetError, withMessage } from '../../../lib/errors.ts';
import { plural } from '../../../lib/wording.ts';
import { graceSignal } from '../../../lists/run/grace-signal.ts';
import type { AddressResult } from '../../render/results.ts';
import { mapTogether } from './map-concurrent.ts';
import { RecentAnswers } from './recent-answers.ts';

/** An address as the user gave it. */
export interface InputAddress {
  readonly text: string;
  /** Its line of stdin, from 1; undefined for an argument. */
  readonly line: number | undefined;
}

/** What is known of an address. */
export interface Answer extends AddressResult {
  readonly failure?: MailvetError | undefined;
}

interface VerifiedInput extends Answer {
  readonly line: number | undefined;
  readonly cell: CellAddress;
}

/** A row of a list, with what is known of its addresses. */
export interface VerifiedRow {
  readonly row: ListRow;
  readonly answers: readonly (readonly [address: string, answer: Answer])[];
}

interface VerifyRun {
  /** Opens the service with the first address that is sent: if all are typos, none is needed. */
  readonly client: () => Promise<ServiceClient>;
  readonly clock: Clock;
  /** Stops sending. Requests under way continue, unless there is only one address. */
  readonly signal: AbortSignal;
  /** Milliseconds for the whole run. */
  readonly timeout: number | undefined;
  readonly noCache: boolean;
  /** How far verifications go; undefined: as far as mail hosts. */
  readonly mode?: 'dns' | undefined;
  readonly concurrency: number;
  readonly ordered: boolean;
  /** Whether there is only one address: its failure is then the run's. */
  readonly single: boolean;
  /** What verifies a list whose lines are rows of a table. */
  readonly tableHint: () => string;
}

/** After so many failures without any answer the service counts as unreachable. */
const DEAD_FROM_THE_START = 5;
/** The same after an answer: a flaky connection may lose all requests that are under way. */
const DEAD_SINCE = 25;

/** How long a stopped run waits for requests under way. */
const UNDER_WAY_MS = 5000;

/** How long a stopped run waits for input that is still arriving. */
const REST_OF_LIST_MS = 1000;

/**
 * Verifies addresses, several at once. A stopped run sends nothing more, awaits requests under way
 * and returns the rest without a result: no row is lost.
 */
export class AddressVerifier {
  /** The error that stopped the run, if any. */
  stopped: MailvetError | undefined;
  readonly #run: VerifyRun;
  readonly #began: number;
  readonly #stop = new AbortController();
  /** Aborts requests under way. */
  #underWay: AbortSignal | undefined;
  #unreadable: MailvetError | undefined;
  readonly #recent = new RecentAnswers<Answer>();
  #answered = false;
  #silences = 0;
  #unsent = 0;

  constructor(run: VerifyRun) {
    this.#run = run;
    this.#began = run.clock.monotonic();
  }

  async *answers(inputs: AsyncIterable<InputAddress>): AsyncGenerator<VerifiedInput> {
    for await (const ready of this.#map(inputs, (each) => this.#verify(each))) yield* ready;
  }

  /** The rows of a list, those together that are ready at the same time. */
  rows(rows: AsyncIterable<ListRow>): AsyncGenerator<readonly VerifiedRow[]> {
    return this.#map(rows, (row) => this.#verifyRow(row));
  }

  async *#map<T, R>(
    items: AsyncIterable<T>,
    work: (item: T) => Promise<R>,
  ): AsyncGenerator<readonly R[]> {
    const { signal, concurrency: limit, ordered } = this.#run;
    const onAbort = () => this.#halt(signal.reason as MailvetError);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    using grace = graceSignal(signal, this.#run.clock, UNDER_WAY_MS);
    const left = new AbortController();
    this.#underWay = AbortSignal.any([grace.signal, left.signal]);
    try {
      yield* mapTogether(this.#given(items), work, { limit, ordered });
    } finally {
      signal.removeEventListener('abort', onAbort);
      // A caller that reads no further (stdout is closed) needs none of the results under way.
      left.abort();
    }
  }

  /** The input up to a part that can't be read: the results of what came before are given out. */
  async *#given<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* untilStalled(items, this.#stop.signal, this.#run.clock);
    } catch (error) {
      if (!isMailvetError(error, 'input')) throw error;
      this.#unreadable = error;
    }
  }

  /** The error that the run ends with, with the number of addresses left. */
  get ending(): MailvetError | undefined {
    const stopped = this.stopped ?? this.#unreadable;
    if (!stopped || this.#unsent === 0) return stopped;
    const left = `${plural(this.#unsent, 'address', 'addresses')} not sent`;
    return withMessage(stopped, `${stopped.message}; ${left}`);
  }

  async #verify({ text, line }: InputAddress): Promise<VerifiedInput> {
    const row = line === undefined ? undefined : findTableRow(text);
    if (row) return this.#tableRow({ text, line }, row);
    const cell = cellAddress(text);
    // Costs nothing: text that cannot be an address is never sent.
    if (cell.address === undefined) return { cell, line };
    return { cell, line, ...(await this.#answerTo(cell.address)) };
  }

  async #verifyRow(row: ListRow): Promise<VerifiedRow> {
    const sent = row.addresses.flatMap(({ address }) => address ?? []);
    const answers = sent.map(async (address) => [address, await this.#answerTo(address)] as const);
    return { row, answers: await Promise.all(answers) };
  }

  #answerTo(address: string): Promise<Answer> {
    return this.#recent.find(address, () => this.#send(address), hasResult);
  }

  async #send(address: string): Promise<Answer> {
    if (this.#isOver()) this.#halt(timeIsUp());
    const client = this.stopped ? undefined : await this.#run.client();
    // Checked again: the run may have stopped while the service was opened.
    if (client && !this.stopped) return await this.#ask(client, address);
    this.#unsent += 1;
    return {};
  }

  /** A row among lines of addresses has an error, and is unknown: its address may be alive. */
  #tableRow({ text, line }: InputAddress, row: TableRow): VerifiedInput {
    const error = `line ${line} of stdin is ${rowText(row)}`;
    const failure = new MailvetError('input', error, { hint: this.#run.tableHint() });
    return { line, cell: { raw: text, address: text }, error, failure };
  }

  async #ask(client: ServiceClient, address: string): Promise<Answer> {
    const { noCache, mode, single } = this.#run;
    const signal = single ? this.#run.signal : this.#underWay;
    try {
      const how = { noCache, mode, ...(signal && { signal }) };
      const verification = await client.verify(address, how);
      this.#answered = true;
      this.#silences = 0;
      return { verification };
    } catch (error) {
      if (single || !isMailvetError(error)) throw error;
      return this.#failed(error);
    }
  }

  #failed(error: MailvetError): Answer {
    if (error.code === 'network') {
      this.#silences += 1;
      if (this.#silences >= (this.#answered ? DEAD_SINCE : DEAD_FROM_THE_START)) this.#halt(error);
    } else {
      this.#answered = true;
      this.#silences = 0;
    }
    if (this.#isOver()) this.#halt(error);
    if (concernsOneAddress(error)) return { error: error.message, failure: error };
    this.#halt(error);
    // The service did nothing for it: it counts as not sent.
    this.#unsent += 1;
    return {};
  }

  #isOver(): boolean {
    const { timeout, clock } = this.#run;
    return timeout !== undefined && clock.monotonic() - this.#began >= timeout;
  }

  #halt(error: MailvetError): void {
    this.stopped ??= error;
    this.#stop.abort();
  }
}

function timeIsUp(): MailvetError {
  const hint = 'Allow more time, or ask for the rest again';
  return new MailvetError('request_timeout', '--timeout ran out', { hint });
}

function hasResult({ verification }: Answer): boolean {
  return verification !== undefined;
}

/** True for an error that concerns only this address. */
function concernsOneAddress({ code }: MailvetError): boolean {
  return ['server', 'request_timeout', 'bad_answer', 'refused', 'network'].includes(code);
}

/** The items of a source; after the stop, only those that arrive at once. */
async function* untilStalled<T>(
  source: AsyncIterable<T>,
  stopped: AbortSignal,
  clock: Clock,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  using stall = new StallWatch(stopped, clock);
  try {
    for (;;) {
      const next = await stall.orStalled(iterator.next());
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a source that never answers (an open terminal) must not delay the end.
    void iterator.return?.();
  }
}

/** Gives up waiting some time after the stop, and never before it. One listener serves all items. */
class StallWatch implements Disposable {
  readonly #stopped: AbortSignal;
  readonly #clock: Clock;
  #giveUp = () => {};
  #cancelAlarm = () => {};

  constructor(stopped: AbortSignal, clock: Clock) {
    this.#stopped = stopped;
    this.#clock = clock;
    stopped.addEventListener('abort', this.#wait, { once: true });
  }

  orStalled<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(undefined);
      if (this.#stopped.aborted) this.#wait();
      work.then(resolve, reject);
    });
  }

  [Symbol.dispose](): void {
    this.#stopped.removeEventListener('abort', this.#wait);
    this.#cancelAlarm();
  }

  readonly #wait = (): void => {
    this.#cancelAlarm();
    this.#cancelAlarm = setAlarm(this.#clock, REST_OF_LIST_MS, () => this.#giveUp());
  };
}
