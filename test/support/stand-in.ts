/**
 * A stand-in for any service with the interface: a real HTTP server on a free loopback port over
 * an in-memory state. It keeps to the interface until told to misbehave, and records what it gets.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BatchStatus } from '../../src/contract/batch-state.ts';
import type { Facts } from '../../src/contract/facts.ts';
import { type Operation, ROUTES } from '../../src/contract/routes.ts';
import { ACCEPTED_FACTS } from './accepted-facts.ts';

interface RecordedRequest {
  readonly operation: Operation | 'unknown';
  readonly method: string;
  /** Path with its query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body, undefined without one. */
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What goes wrong with one request. */
export type Fault =
  /** Answers this instead of what comes of acting. */
  | ({ readonly kind: 'answer' | 'act_then_answer' } & Answer)
  /** Closes the connection instead of answering, or neither acts nor answers. */
  | { readonly kind: 'drop_before' | 'drop_after' | 'swallow' }
  /** Acts and answers once `until` resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> };

const ACTING: readonly Fault['kind'][] = ['act_then_answer', 'drop_after', 'hold'];

export const QUOTA_EXCEEDED: Fault = { kind: 'answer', status: 402 };
export const BAD_GATEWAY: Fault = {
  kind: 'answer',
  status: 502,
  body: '<!doctype html><title>502 Bad Gateway</title>',
  headers: { 'content-type': 'text/html' },
};
/** `retryAfter`: seconds, or an HTTP date. */
export function tooMany(retryAfter?: string): Fault {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { kind: 'answer', ...problem(429, 'Too many requests'), headers };
}

type StandInResult = Facts & { readonly email: string };

export interface StandInOptions {
  /** Names of the batch identifier; `interface` = `id` on create, `_id` elsewhere (the default). */
  readonly ids?: 'interface' | 'id' | '_id';
  /** Order of a batch's entries. */
  readonly order?: 'submitted' | 'reversed';
  /** How addresses come back. */
  readonly letterCase?: 'as_is' | 'upper' | 'lower';
  /** Fields left out of every result. */
  readonly leaveOut?: readonly (keyof StandInResult)[];
  /** Addresses whose entry carries this error instead of a result. */
  readonly entryErrors?: Readonly<Record<string, string>>;
  /** Addresses that have no entry at all. */
  readonly withoutEntry?: readonly string[];
  /** Overrides of results by address. */
  readonly results?: Readonly<Record<string, Partial<StandInResult>>>;
  /** The one valid key; `mv_stand_in` by default. */
  readonly apiKey?: string;
  /** Times that a batch is asked for before it is completed (0 = completed in the create answer's wake). */
  readonly pollsToFinish?: number;
  /** Whether a batch shows all of its addresses as processed for one poll before it is completed. */
  readonly completesLate?: boolean;
  /** Creation times, in milliseconds since the epoch; the machine's clock by default. */
  readonly now?: () => number;
  /** Largest `limit` that the lists honour. */
  readonly maxLimit?: number;
  /** Where it listens; any free port by default. */
  readonly port?: number;
  /** A service that acts instead of the stand-in, which only loses its answers. */
  readonly service?: (path: string, init: RequestInit) => Promise<Response>;
}

interface BatchInState {
  readonly id: string;
  status: BatchStatus;
  readonly emails: readonly string[];
  /** The first so many entries carry a result. */
  processed: number;
  polls: number;
  readonly createdAt: string;
}

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const standIn = new StandIn(options);
  await standIn.listen();
  return standIn;
}

export class StandIn implements AsyncDisposable {
  /** Every request in order, once it was acted on or met a fault. */
  readonly requests: RecordedRequest[] = [];
  /** Batches in order of creation; a test may change them. */
  readonly batches: BatchInState[] = [];
  /** Verifications that ran, oldest first. */
  readonly history: string[] = [];
  /** Addresses that batches may have in all before they are answered 402; undefined = any number. */
  quota: number | undefined;
  readonly apiKey: string;
  url = '';
  readonly #options: StandInOptions;
  readonly #faults = new Map<string, Fault[]>();
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error) => response.destroy(error));
  });

  constructor(options: StandInOptions) {
    this.#options = options;
    this.apiKey = options.apiKey ?? 'mv_stand_in';
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#options.port ?? 0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Queues faults: each next request of the operation meets one. */
  fail(operation: Operation, ...faults: Fault[]): void {
    this.#faults.set(operation, [...(this.#faults.get(operation) ?? []), ...faults]);
  }

  /** Forgets the faults that nothing has met. */
  recover(): void {
    this.#faults.clear();
  }

  /** Resolves when `count` requests of the operation have arrived since the start. */
  async arrived(operation: Operation, count = 1): Promise<void> {
    while (this.requestsOf(operation).length < count) await once(this.#arrivals, 'arrival');
  }

  requestsOf(operation: Operation): RecordedRequest[] {
    return this.requests.filter((request) => request.operation === operation);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const sent = await text(request);
    const { pathname } = new URL(url, 'http://stand-in');
    const operation = operationOf(method, pathname);
    const body = sent ? JSON.parse(sent) : undefined;
    const recorded: RecordedRequest = { operation, method, url, headers, body };
    const fault = this.#faults.get(operation)?.shift();
    const acts = !fault || ACTING.includes(fault.kind);
    const acted = acts ? await this.#actOn(recorded, sent) : undefined;
    this.requests.push(recorded);
    this.#arrivals.emit('arrival');
    if (fault?.kind === 'swallow') return;
    if (fault?.kind === 'hold') await fault.until;
    const answer = fault && 'status' in fault ? fault : acted;
    if (!answer || fault?.kind === 'drop_after') return void response.destroy();
    const own = { 'content-type': 'application/json', 'x-request-id': 'stand-in' };
    response.writeHead(answer.status, { ...own, ...answer.headers });
    const { body: said = '' } = answer;
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  }

  async #actOn(request: RecordedRequest, sent: string): Promise<Answer> {
    const { method, url } = request;
    if (!this.#options.service) return this.#act(request);
    const headers = request.headers as Record<string, string>;
    const init = { method, headers, ...(sent && { body: sent }) };
    const answer = await this.#options.service(url, init);
    const { status } = answer;
    return { status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  }

  #act({ operation, url, body, headers: { authorization } }: RecordedRequest): Answer {
    if (authorization === undefined) return problem(401, 'API key is required');
    if (authorization !== `Bearer ${this.apiKey}`) return problem(401, 'API key is invalid');
    if (operation === 'unknown') return problem(404, 'Not found');
    const { pathname, searchParams: query } = new URL(url, 'http://stand-in');
    // As strict as a service may be: the lists have two parameters, nothing else has any.
    const known = operation.startsWith('list') ? ['limit', 'skip'] : [];
    const unknown = [...query.keys()].find((name) => !known.includes(name));
    if (unknown !== undefined) return problem(400, `There is no parameter ${unknown}`);
    if (operation === 'verify') return this.#verify(body);
    if (operation === 'createBatch') return this.#createBatch(body);
    if (operation === 'listVerifications')
      return ok(this.#page(query, 100, this.history).map((email) => this.#resultOf(email)));
    if (operation === 'listBatches') {
      for (const batch of this.batches) this.#advance(batch);
      return ok(this.#page(query, 50, this.batches).map((batch) => this.#onWire(batch)));
    }
    const id = decodeURIComponent(/batches\/([^/]+)/.exec(pathname)?.[1] ?? '');
    const batch = this.batches.find((candidate) => candidate.id === id);
    if (!batch) return problem(404, 'Batch not found');
    if (operation === 'getBatch') {
      this.#advance(batch);
      return ok({ batch: this.#onWire(batch), emails: this.#entriesOf(batch) });
    }
    if (!isOpen(batch)) return problem(409, `A ${batch.status} batch cannot be cancelled`);
    batch.status = 'cancelled';
    return ok({ message: 'Batch cancelled', batch: this.#onWire(batch) });
  }

  #verify(body: unknown): Answer {
    const email = (body as { email?: unknown } | undefined)?.email;
    if (typeof email !== 'string') return problem(400, 'email is required');
    this.history.push(email);
    return ok(this.#resultOf(email));
  }

  #createBatch(body: unknown): Answer {
    const emails = (body as { emails?: unknown } | undefined)?.emails;
    if (!Array.isArray(emails) || emails.length < 1 || emails.length > 1000) {
      return problem(400, 'emails must hold 1 to 1000 addresses');
    }
    const taken = this.batches.reduce((sum, batch) => sum + batch.emails.length, 0);
    if (this.quota !== undefined && taken + emails.length > this.quota) return { status: 402 };
    const id = `batch_${this.batches.length + 1}`;
    const createdAt = new Date(this.#options.now?.() ?? Date.now()).toISOString();
    this.batches.push({ id, status: 'pending', emails, processed: 0, polls: 0, createdAt });
    this.history.push(...emails);
    const name = this.#options.ids === '_id' ? '_id' : 'id';
    const counts = { totalCount: emails.length, processedCount: 0 };
    const created = { [name]: id, status: 'pending', ...counts, message: 'Poll the batch' };
    return { status: 201, body: created };
  }

  /** One poll further: evenly to the end over `pollsToFinish` polls. */
  #advance(batch: BatchInState): void {
    if (!isOpen(batch)) return;
    const { pollsToFinish: needed = 1, completesLate } = this.#options;
    batch.polls += 1;
    const share = needed === 0 ? 1 : Math.min(1, batch.polls / needed);
    batch.processed = Math.floor(batch.emails.length * share);
    const isCompleted = share === 1 && !(completesLate && batch.polls <= needed);
    batch.status = isCompleted ? 'completed' : 'processing';
  }

  /** The newest first. */
  #page<T>(query: URLSearchParams, usual: number, all: readonly T[]): T[] {
    const limit = Math.min(Number(query.get('limit') ?? usual), this.#options.maxLimit ?? 1000);
    const skip = Number(query.get('skip') ?? 0);
    return all.toReversed().slice(skip, skip + limit);
  }

  #resultOf(email: string): object {
    const { results, leaveOut = [] } = this.#options;
    const outcome = OUTCOMES.find(([beginning]) => email.startsWith(beginning))?.[1];
    const good = { email: this.#cased(email), ...ACCEPTED_FACTS, score: 95 };
    const left = new Set<string>(leaveOut);
    const fields = Object.entries({ ...good, ...outcome, ...results?.[email] });
    return Object.fromEntries(fields.filter(([name]) => !left.has(name)));
  }

  #onWire({ id, status, emails, processed, createdAt }: BatchInState): object {
    const name = this.#options.ids === 'id' ? 'id' : '_id';
    const counts = { totalCount: emails.length, processedCount: processed };
    return { [name]: id, status, ...counts, createdAt };
  }

  #entriesOf({ id, emails, processed }: BatchInState): object[] {
    const { ids, entryErrors, withoutEntry = [], order } = this.#options;
    const entries = emails.map((email, index) => {
      const name = ids === '_id' ? '_id' : 'id';
      const base = { [name]: `${id}_${index}`, email: this.#cased(email), result: null };
      const error = entryErrors?.[email];
      if (error !== undefined) return { ...base, status: 'failed', error };
      if (index >= processed) return { ...base, status: 'pending', error: null };
      return { ...base, status: 'verified', result: this.#resultOf(email), error: null };
    });
    const shown = entries.filter((_, index) => !withoutEntry.includes(emails[index] ?? ''));
    return order === 'reversed' ? shown.reverse() : shown;
  }

  #cased(email: string): string {
    const { letterCase } = this.#options;
    if (letterCase === 'upper') return email.toUpperCase();
    return letterCase === 'lower' ? email.toLowerCase() : email;
  }
}

/** Results by the beginning of the address; everything else is deliverable. */
const OUTCOMES: readonly [string, Partial<Facts>][] = [
  ['undeliverable', { deliverable: false, score: 5 }],
  ['accept-all', { acceptAll: true, score: 70 }],
  ['temporary', { temporary: true, score: 40 }],
  ['support', { role: true, score: 75 }],
  ['no-mx', { deliverable: false, mx: false, smtp: false, score: 0 }],
  ['timeout', { deliverable: false, smtp: false, score: 45 }],
];

/** By the end of the path: a service may lie in a folder. */
function operationOf(method: string, path: string): RecordedRequest['operation'] {
  const found = Object.entries(ROUTES).find(
    ([, route]) =>
      route.method === method && new RegExp(`${route.path.replace('{id}', '[^/]+')}$`).test(path),
  );
  return (found?.[0] as Operation | undefined) ?? 'unknown';
}

function isOpen({ status }: BatchInState): boolean {
  return status === 'pending' || status === 'processing';
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function problem(statusCode: number, message: string): Answer {
  return { status: statusCode, body: { statusCode, message } };
}
