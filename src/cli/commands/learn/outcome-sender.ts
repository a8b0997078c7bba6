import { MAX_BATCH_SIZE } from '../../../contract/limits.ts';
import type { Outcome } from '../../../contract/outcomes.ts';
import { openService } from '../../connect/open.ts';
import type { OpenService } from '../../connect/remote.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { Invocation } from '../../invocation.ts';

/** Where outcomes go as they are read. */
export interface OutcomeSender extends AsyncDisposable {
  add(outcome: Outcome): Promise<void>;
  /** Sends what is left. Returns how many outcomes were new. */
  finish(): Promise<number>;
}

/** A request may have 1 MiB, and a character four bytes. */
const MOST_CHARACTERS = 200_000;

/** Sends them to the service, which is opened with the first ones. */
export async function createOutcomeSender(invocation: Invocation): Promise<OutcomeSender> {
  return new ServiceSender(invocation, await resolveService(invocation));
}

class ServiceSender implements OutcomeSender {
  readonly #invocation: Invocation;
  readonly #service: ResolvedService;
  #opened: OpenService | undefined;
  #held: Outcome[] = [];
  #characters = 0;
  #stored = 0;

  constructor(invocation: Invocation, service: ResolvedService) {
    this.#invocation = invocation;
    this.#service = service;
  }

  /** A complaint that names nobody is of no address, and is left out. */
  async add(outcome: Outcome): Promise<void> {
    if (outcome.email === null) return;
    const held = this.#withPast(outcome);
    this.#held.push(held);
    this.#characters += JSON.stringify(held).length;
    const isFull = this.#held.length >= MAX_BATCH_SIZE || this.#characters >= MOST_CHARACTERS;
    if (isFull) await this.#send();
  }

  /** The clock of a mail server may be wrong: a future time is ignored. */
  #withPast(outcome: Outcome): Outcome {
    const isPast =
      outcome.at !== null && Date.parse(outcome.at) <= this.#invocation.context.clock.now();
    return isPast ? outcome : { ...outcome, at: null };
  }

  async finish(): Promise<number> {
    await this.#send();
    return this.#stored;
  }

  async #send(): Promise<void> {
    if (this.#held.length === 0) return;
    this.#opened ??= await openService(this.#invocation, this.#service);
    const { stored } = await this.#opened.client.learnOutcomes(this.#held, {
      signal: this.#invocation.context.signal,
    });
    this.#stored += stored;
    this.#held = [];
    this.#characters = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }
}

/** For --dry-run. */
export const NO_SENDER: OutcomeSender = {
  add: async () => {},
  finish: async () => 0,
  [Symbol.asyncDispose]: async () => {},
};
