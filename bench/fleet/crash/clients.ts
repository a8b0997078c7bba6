/** Programs that send batches and look at them, whatever happens; they note what was accepted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ledger, openBatches } from '../books.ts';
import type { Fleet } from './fleet.ts';

const BATCH = 200;
/** Batches that are open at most: the clients wait for the workers. */
const MAX_OPEN = 12;
const ANSWER_WITHIN_MS = 30_000;

export class Clients {
  readonly #fleet: Fleet;
  readonly #database: string;
  readonly #random: () => number;
  readonly ledger: Ledger = {
    batches: new Map(),
    cancelled: new Set(),
    perhapsCancelled: new Set(),
  };
  /** How often each status was answered; `none`: the service died meanwhile. */
  readonly answers = new Map<string, number>();
  readonly faults = new Set<string>();
  #sent = 0;
  #isOver = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(fleet: Fleet, database: string, random: () => number) {
    this.#fleet = fleet;
    this.#database = database;
    this.#random = random;
  }

  /** That were accepted. */
  get addresses(): number {
    return this.ledger.batches.size * BATCH;
  }

  start(): void {
    this.#work = Promise.all([this.#send(), this.#send(), this.#look()]);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      const open = await openBatches(this.#database).catch(() => MAX_OPEN - 1);
      if (open >= MAX_OPEN) await sleep(200);
      else await this.#submit();
      if (this.#random() < 0.02) await this.#cancel();
    }
  }

  async #submit(): Promise<void> {
    const emails = Array.from({ length: BATCH }, () => `u${this.#sent++}@${this.#drawDomain()}`);
    const answer = await this.#call('/verify/batch', { emails });
    if (answer?.status === 200) this.ledger.batches.set((answer.body as { id: string }).id, emails);
    else await sleep(200);
  }

  /** A third at one provider, the others scattered. */
  #drawDomain(): string {
    const rank = Math.floor(300 ** this.#random());
    return this.#random() < 0.3 ? `google${rank}.com` : `company${rank}.com`;
  }

  async #cancel(): Promise<void> {
    const id = [...this.ledger.batches.keys()].at(-1);
    if (id === undefined) return;
    const answer = await this.#call(`/batches/${id}/cancel`, {});
    if (answer?.status === 200) this.ledger.cancelled.add(id);
    else if (answer?.status !== 409) this.ledger.perhapsCancelled.add(id);
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      const id = [...this.ledger.batches.keys()].at(-1);
      await this.#call(id === undefined || this.#random() < 0.5 ? '/batches' : `/batches/${id}`);
      await sleep(100);
    }
  }

  async #call(path: string, body?: object) {
    const service = this.#fleet.pick('serve');
    try {
      const response = await fetch(`${service?.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${this.#fleet.key}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      this.#note(String(response.status));
      const answer = { status: response.status, body: (await response.json()) as unknown };
      this.#judge(path, response, answer.body);
      return answer;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        this.faults.add(`no answer within ${ANSWER_WITHIN_MS / 1000} s`);
      }
      this.#note('none');
      return undefined;
    }
  }

  #judge(path: string, { status, headers }: Response, body: unknown): void {
    if (status === 503 && headers.get('retry-after') === null) {
      this.faults.add('503 without Retry-After');
    }
    // A batch that has ended can't be cancelled.
    if ([200, 503].includes(status) || (status === 409 && path.endsWith('/cancel'))) return;
    this.faults.add(
      `${path.replace(/batch_\w+/, '{id}')} answered ${status}: ${JSON.stringify(body)}`,
    );
  }

  #note(status: string): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }
}
