import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import { isObject } from '../lib/json.ts';
import { readBounded } from '../lib/read-bounded.ts';
import { findSignatureFault, type SignatureFault } from './sign.ts';

/** A message of ours has some hundred bytes. */
const MAX_BODY_BYTES = 1_000_000;
const BODY_MS = 10_000;
/** Ids that are remembered, to recognise a message that comes again. */
const MAX_IDS = 10_000;

/** A message whose signature is right. */
export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string | undefined;
  readonly data: unknown;
  /** It has come before: the sender tries again what was not answered with 2xx. */
  readonly isRepeat: boolean;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly body: string;
}

/** Why a message was not accepted. */
export type MessageFault = SignatureFault | 'too_large' | 'no_message';

const STATUS_OF: Readonly<Record<MessageFault, number>> = {
  unsigned: 401,
  expired: 401,
  wrong: 401,
  too_large: 413,
  no_message: 400,
};

export interface ReceiverDeps {
  readonly clock: Clock;
  /** Where messages come to; absent: anywhere. */
  readonly path?: string;
  readonly secrets: () => readonly string[] | Promise<readonly string[]>;
  /** Resolves with the status to answer with. */
  readonly onMessage: (message: ReceivedMessage) => Promise<number>;
  readonly onRefused: (fault: MessageFault, status: number) => void;
}

/** What a receiver says to a GET, by which another process sees that it is one. */
export const RECEIVER_GREETING = 'mailvet listen\n';

/** Receives the messages of a webhook, and answers with 401 what nobody has signed. Still to be bound. */
export function createReceiver(deps: ReceiverDeps): Server {
  const seen = new BoundedMap<string, true>(MAX_IDS);
  return createServer((request, response) => {
    void answer(request, deps, seen).then(
      ({ status, text }) => end(response, status, text),
      () => end(response, 500),
    );
  });
}

function end(response: ServerResponse, status: number, text?: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

async function answer(
  request: IncomingMessage,
  deps: ReceiverDeps,
  seen: BoundedMap<string, true>,
): Promise<{ readonly status: number; readonly text?: string }> {
  if (deps.path !== undefined && request.url !== deps.path) return { status: 404 };
  if (request.method === 'GET') return { status: 200, text: RECEIVER_GREETING };
  if (request.method !== 'POST') return { status: 405 };
  const message = await readMessage(request, deps, seen);
  if (typeof message === 'object') return { status: await deps.onMessage(message) };
  const status = STATUS_OF[message];
  deps.onRefused(message, status);
  return { status };
}

async function readMessage(
  request: IncomingMessage,
  { clock, secrets }: ReceiverDeps,
  seen: BoundedMap<string, true>,
): Promise<ReceivedMessage | MessageFault> {
  const body = (await readBounded(request, MAX_BODY_BYTES, BODY_MS))?.toString();
  if (body === undefined) return 'too_large';
  const { headers } = request;
  const signed = { headers, payload: body, secrets: await secrets(), now: clock.now() };
  const fault = findSignatureFault(signed);
  if (fault !== undefined) return fault;
  const event = parseEvent(body);
  if (event === undefined) return 'no_message';
  const id = String(headers['webhook-id']);
  const isRepeat = seen.has(id);
  seen.set(id, true);
  return { ...event, id, isRepeat, headers, body };
}

function parseEvent(body: string) {
  const event = parseJson(body);
  if (!isObject(event) || typeof event.type !== 'string') return undefined;
  const { type, timestamp, data } = event;
  return { type, timestamp: typeof timestamp === 'string' ? timestamp : undefined, data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
