/**
 * A stand-in for any service with the interface: a real HTTP server on a free loopback port over
 * an in-memory state. It keeps to the interface until told to misbehave, and records what it gets.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '../../src/contract/routes.ts';
import {
  type BatchInState,
  batchOnWire,
  entriesOnWire,
  resultOnWire,
  type Shape,
} from './stand-in-wire.ts';

export type { BatchInState, Shape, StandInResult } from './stand-in-wire.ts';

export interface RecordedRequest {
  readonly operation: Operation | 'unknown';
  readonly method: string;
  /** Path with its query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body, undefined without one. */
  readonly body: unknown;
}

/** What goes wrong with one request. */
export type Fault =
  /** Answers this instead of acting. A string body goes as it is, anything else as JSON. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Closes the connection without having acted. */
  | { readonly kind: 'drop_before' }
  /** Neither acts nor answers. */
  | { readonly kind: 'swallow' }
  /** Acts, then closes the connection instead of answering. */
  | { readonly kind: 'drop_after' }
  /** Acts, then answers this. */
  | {
      readonly kind: 'act_then_answer';
      readonly status: number;
      readonly body?: unknown;
    }
  /** Acts and answers once `until` resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> };

export const QUOTA_EXCEEDED: Fault = { kind: 'answer', status: 402, body: '' };
export const BAD_GATEWAY: Fault = {
  kind: 'answer',
  status: 502,
  body: '<!doctype html><title>502 Bad Gateway</title>',
  headers: { 'content-type': 'text/html' },
};
/** `retryAfter`: seconds, or an HTTP date. */
export function tooMany(retryAfter?: string): Fault {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return {
    kind: 'answer',
    status: 429,
    body: { statusCode: 429, message: 'Too many requests' },
    headers,
  };
}

export interface StandInOptions extends Shape {
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
}

export interface StandIn {
  readonly url: string;
  readonly apiKey: string;
  /** Every request in order of arrival, those that met a fault included. */
  readonly requests: RecordedRequest[];
  /** Batches in order of creation; a test may change them. */
  readonly batches: BatchInState[];
  /** Verifications that ran, oldest first. */
  readonly history: string[];
  /** Addresses that batches may have in all before they are answered 402; undefined = any number. */
  quota: number | undefined;
  /** Queues faults: each next request of the operation meets one. */
  fail(operation: Operation, ...faults: Fault[]): void;
  /** Forgets the faults that nothing has met. */
  recover(): void;
  /** Resolves when `count` requests of the operation have arrived since the start. */
  arrived(operation: Operation, count?: number): Promise<void>;
  requestsOf(operation: Operation): RecordedRequest[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const state = emptyState(options);
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return standInOver(state, server);
}

interface State {
  readonly options: StandInOptions;
  readonly apiKey: string;
  readonly requests: RecordedRequest[];
  readonly batches: BatchInState[];
  readonly history: string[];
  readonly faults: Map<Operation, Fault[]>;
  quota: number | undefined;
  readonly waiters: Set<() => void>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function emptyState(options: StandInOptions): State {
  return {
    options,
    apiKey: options.apiKey ?? 'mv_stand_in',
    requests: [],
    batches: [],
    history: [],
    faults: new Map(),
    quota: undefined,
    waiters: new Set(),
  };
}

function standInOver(state: State, server: Server): StandIn {
  const requestsOf = (operation: Operation) =>
    state.requests.filter((request) => request.operation === operation);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: state.apiKey,
    requests: state.requests,
    batches: state.batches,
    history: state.history,
    requestsOf,
    get quota() {
      return state.quota;
    },
    set quota(addresses) {
      state.quota = addresses;
    },
    fail(operation, ...faults) {
      state.faults.set(operation, [...(state.faults.get(operation) ?? []), ...faults]);
    },
    recover: () => state.faults.clear(),
    arrived: (operation, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (requestsOf(operation).length < count) return;
          state.waiters.delete(check);
          resolve();
        };
        state.waiters.add(check);
        check();
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse) {
  const recorded = await record(state, request);
  const { operation } = recorded;
  const fault = operation === 'unknown' ? undefined : state.faults.get(operation)?.shift();
  if (fault?.kind === 'drop_before') return response.destroy();
  if (fault?.kind === 'swallow') return;
  if (fault?.kind === 'answer') return send(response, { body: '', ...fault });
  const answer = act(state, recorded);
  if (fault?.kind === 'drop_after') return response.destroy();
  if (fault?.kind === 'act_then_answer') return send(response, { body: '', ...fault });
  if (fault?.kind === 'hold') await fault.until;
  send(response, answer);
}

async function record(state: State, request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = '', url = '', headers } = request;
  const operation = operationOf(method, new URL(url, 'http://stand-in').pathname);
  const recorded = { operation, method, url, headers, body: text ? JSON.parse(text) : undefined };
  state.requests.push(recorded);
  for (const check of [...state.waiters]) check();
  return recorded;
}

function operationOf(method: string, path: string): RecordedRequest['operation'] {
  const routes: readonly [string, RegExp, Operation][] = [
    ['POST', /\/api\/v1\/verify$/, 'verify'],
    ['POST', /\/api\/v1\/verify\/batch$/, 'createBatch'],
    ['POST', /\/api\/v1\/batches\/[^/]+\/cancel$/, 'cancelBatch'],
    ['GET', /\/api\/v1\/verifications$/, 'listVerifications'],
    ['GET', /\/api\/v1\/batches$/, 'listBatches'],
    ['GET', /\/api\/v1\/batches\/[^/]+$/, 'getBatch'],
  ];
  return routes.find(([verb, shape]) => verb === method && shape.test(path))?.[2] ?? 'unknown';
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'stand-in',
    ...headers,
  });
  response.end(text);
}

function act(state: State, request: RecordedRequest): Answer {
  const { authorization } = request.headers;
  if (authorization === undefined) return problem(401, 'API key is required');
  if (authorization !== `Bearer ${state.apiKey}`) return problem(401, 'API key is invalid');
  const { pathname, searchParams } = new URL(request.url, 'http://stand-in');
  const id = decodeURIComponent(/batches\/([^/]+)/.exec(pathname)?.[1] ?? '');
  if (request.operation === 'unknown') return problem(404, 'Not found');
  const unknown = [...searchParams.keys()].find((name) => !isKnown(request.operation, name));
  if (unknown !== undefined) return problem(400, `There is no parameter ${unknown}`);
  return ACTIONS[request.operation](state, { body: request.body, id, query: searchParams });
}

/** As strict as a service may be: the lists have two parameters, nothing else has any. */
function isKnown(operation: RecordedRequest['operation'], name: string): boolean {
  return operation.startsWith('list') && ['limit', 'skip'].includes(name);
}

interface Input {
  readonly body: unknown;
  readonly id: string;
  readonly query: URLSearchParams;
}

const ACTIONS: Record<Operation, (state: State, input: Input) => Answer> = {
  verify: (state, { body }) => {
    const email = (body as { email?: unknown } | undefined)?.email;
    if (typeof email !== 'string') return problem(400, 'email is required');
    state.history.push(email);
    return ok(resultOnWire(email, state.options));
  },
  listVerifications: (state, { query }) =>
    ok(
      page(state, query, 100, [...state.history].reverse()).map((email) =>
        resultOnWire(email, state.options),
      ),
    ),
  createBatch: createBatch,
  getBatch: (state, { id }) => {
    const batch = state.batches.find((candidate) => candidate.id === id);
    if (!batch) return problem(404, 'Batch not found');
    advance(state, batch);
    return ok({
      batch: batchOnWire(batch, state.options),
      emails: entriesOnWire(batch, state.options),
    });
  },
  listBatches: (state, { query }) => {
    for (const batch of state.batches) advance(state, batch);
    const listed = page(state, query, 50, [...state.batches].reverse());
    return ok(listed.map((batch) => batchOnWire(batch, state.options)));
  },
  cancelBatch: (state, { id }) => {
    const batch = state.batches.find((candidate) => candidate.id === id);
    if (!batch) return problem(404, 'Batch not found');
    if (!isOpen(batch)) return problem(409, `A ${batch.status} batch cannot be cancelled`);
    batch.status = 'cancelled';
    return ok({ message: 'Batch cancelled', batch: batchOnWire(batch, state.options) });
  },
};

function createBatch(state: State, { body }: Input): Answer {
  const emails = (body as { emails?: unknown } | undefined)?.emails;
  if (!Array.isArray(emails) || emails.length < 1 || emails.length > 1000) {
    return problem(400, 'emails must hold 1 to 1000 addresses');
  }
  const taken = state.batches.reduce((sum, batch) => sum + batch.emails.length, 0);
  if (state.quota !== undefined && taken + emails.length > state.quota)
    return { status: 402, body: '' };
  const batch: BatchInState = {
    id: `batch_${state.batches.length + 1}`,
    status: 'pending',
    emails,
    processed: 0,
    polls: 0,
    createdAt: new Date(state.options.now?.() ?? Date.now()).toISOString(),
  };
  state.batches.push(batch);
  state.history.push(...emails);
  const name = state.options.ids === '_id' ? '_id' : 'id';
  const counts = { totalCount: emails.length, processedCount: 0 };
  return {
    status: 201,
    body: { [name]: batch.id, status: 'pending', ...counts, message: 'Poll the batch' },
  };
}

function isOpen(batch: BatchInState): boolean {
  return batch.status === 'pending' || batch.status === 'processing';
}

/** One poll further: evenly to the end over `pollsToFinish` polls. */
function advance(state: State, batch: BatchInState): void {
  if (!isOpen(batch)) return;
  const needed = state.options.pollsToFinish ?? 1;
  batch.polls += 1;
  const share = needed === 0 ? 1 : Math.min(1, batch.polls / needed);
  batch.processed = Math.floor(batch.emails.length * share);
  const isCompleted = share === 1 && !(state.options.completesLate && batch.polls <= needed);
  batch.status = isCompleted ? 'completed' : 'processing';
}

function page<T>(
  state: State,
  query: URLSearchParams,
  defaultLimit: number,
  all: readonly T[],
): T[] {
  const limit = Math.min(
    Number(query.get('limit') ?? defaultLimit),
    state.options.maxLimit ?? 1000,
  );
  const skip = Number(query.get('skip') ?? 0);
  return all.slice(skip, skip + limit);
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function problem(status: number, message: string): Answer {
  return { status, body: { statusCode: status, message } };
}
