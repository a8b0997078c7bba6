import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket, Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { bind, type Endpoint } from './bind.ts';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A listening server. */
export interface Listening {
  /** The address in use, with the port that was picked for 0. */
  readonly address: Endpoint;
  /** Takes no more requests; resolves when those under way have been answered. */
  drain(): Promise<void>;
  /** Closes the remaining connections. */
  cut(): void;
}

/** Limits of one connection. Times in milliseconds. */
export interface ConnectionLimits {
  /** For all headers of a request, and for a new connection's first byte. */
  readonly headersWithin: number;
  /** For a whole request: 200 MB of a list at 1 Mbit/s. Other bodies have a minute. */
  readonly requestWithin: number;
  /** Without a byte in either direction; a verification takes a minute at most. */
  readonly idle: number;
  /** Interval of the check for slow connections. */
  readonly lookEvery: number;
  /** Open at a time; those beyond it are closed at once. */
  readonly connections: number;
  readonly headerBytes: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersWithin: 15_000,
  requestWithin: 30 * 60_000,
  idle: 120_000,
  lookEvery: 5_000,
  connections: 10_000,
  headerBytes: 16 * 1024,
};

/** Longer than the longest pause between two polls of a client, so that they share a connection. */
const KEEP_ALIVE_MS = 30_000;

/** What a server serves. */
export interface Application {
  readonly fetch: (request: Request, env?: Partial<HttpBindings>) => Response | Promise<Response>;
  /** True where the process runs nothing but this service: the server may then replace globals. */
  readonly alone: boolean;
}

/** Serves the application. Rejects with MailvetError `config` when it can't listen there. */
export async function listen(
  application: Application,
  endpoint: Endpoint,
  limits = CONNECTION_LIMITS,
): Promise<Listening> {
  const { server, ...listening } = createHttpServer(application, endpoint.host, limits);
  return { address: await bind(server, endpoint), ...listening };
}

/** An HTTP server that goes on where a plain TCP server listens. */
export interface SuccessorServer extends Omit<Listening, 'address'> {
  /** Serves a connection that the TCP server accepted, and paused. */
  take(socket: Socket): void;
}

/**
 * Serves the application where `tcpServer` listens: new connections no longer reach that one. Rejects
 * when `tcpServer` is closed.
 */
export async function takeOver(
  application: Application,
  tcpServer: TcpServer,
  { host }: Endpoint,
): Promise<SuccessorServer> {
  const { server, ...listening } = createHttpServer(application, host, CONNECTION_LIMITS);
  // Only a server that listens tracks its connections, to close them in the end.
  await once(server.listen(tcpServer), 'listening');
  return {
    ...listening,
    take(socket) {
      server.emit('connection', socket);
      socket.resume();
    },
  };
}

function createHttpServer({ fetch, alone }: Application, host: string, limits: ConnectionLimits) {
  const listener = getRequestListener(fetch as FetchCallback, {
    hostname: host,
    overrideGlobalObjects: alone,
    errorHandler: unreadable,
  });
  const { Answer, closeKeepAlive } = closeKeepAliveOnShutdown();
  const server = serverWithin(limits, withOneHost(listener), Answer);
  return {
    server,
    drain() {
      closeKeepAlive();
      return closed(server);
    },
    cut: () => server.closeAllConnections(),
  };
}

function serverWithin(
  limits: ConnectionLimits,
  listener: RequestListener,
  Answer: typeof ServerResponse,
): Server {
  const server = createServer(
    {
      ServerResponse: Answer,
      // Without a Host header Node would answer by itself, without the interface's Error body.
      requireHostHeader: false,
      headersTimeout: limits.headersWithin,
      requestTimeout: limits.requestWithin,
      connectionsCheckingInterval: limits.lookEvery,
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  );
  server.timeout = limits.idle;
  server.maxConnections = limits.connections;
  server.on('clientError', answerClientError);
  // Node would answer these by itself, without the interface's Error body.
  server.on('checkExpectation', listener);
  server.on('connect', refuseTunnel);
  return server;
}

/**
 * A class of responses, and what to call when the service stops: from then on each answer, also one under way, is
 * the last on its connection (RFC 9112 §9.6), so that a client's open connection does not delay the stop. Not by a
 * Set of the responses under way: once one of its tables is old, V8's collections of young objects keep all later
 * tables with their responses, although they are garbage.
 */
function closeKeepAliveOnShutdown() {
  let isStopping = false;
  class Answer<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: readonly unknown[]): this {
      if (isStopping) this.shouldKeepAlive = false;
      return super.writeHead(status, ...(rest as [OutgoingHttpHeaders?]));
    }
  }
  return {
    Answer,
    closeKeepAlive() {
      isStopping = true;
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** True for a target or Host header without a valid URL, which the application can't handle. */
function unreadable(): Response {
  const body = { statusCode: 400, message: 'The request target or the Host header is invalid' };
  return Response.json(body, { status: 400, headers: errorHeaders() });
}

/** RFC 9112 §3.2: with two Host headers, a proxy in front may have checked the other one. */
function withOneHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { rawHeaders } = request;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
    }
    if (hosts < 2) return listener(request, response);
    const body = { statusCode: 400, message: 'The request has more than one Host header' };
    response.writeHead(400, { ...errorHeaders(), Connection: 'close' });
    response.end(JSON.stringify(body));
  };
}

/** Headers of responses that are sent without the application. */
function errorHeaders(): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'x-request-id': randomUUID(),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

interface ClientError extends NodeJS.ErrnoException {
  /** What the parser was reading. */
  readonly rawPacket?: Buffer;
}

/** Invalid HTTP never reaches the application: it gets the Error body here. */
function answerClientError(error: ClientError, socket: Socket): void {
  const [statusCode, message] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'This is not HTTP/1.1'];
  // RFC 9110 §9.3.2: an answer to HEAD has no content, whatever it says.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  endWithError(socket, { statusCode, message, isHead }, errorHeaders());
}

/** CONNECT asks for a tunnel (RFC 9110 §9.3.6): Node leaves the socket to us, with its errors and its end. */
function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {});
  socket.on('finish', () => socket.destroy());
  const body = { statusCode: 405, message: 'CONNECT is not allowed here' };
  endWithError(socket, body, { ...errorHeaders(), Allow: 'GET, HEAD, POST, DELETE, OPTIONS' });
}

interface SocketError {
  readonly statusCode: number;
  readonly message: string;
  readonly isHead?: boolean;
}

function endWithError(
  socket: Duplex,
  { isHead = false, ...error }: SocketError,
  headers: Record<string, string>,
): void {
  if (!socket.writable) return;
  const body = JSON.stringify(error);
  const head = [
    `HTTP/1.1 ${error.statusCode} ${STATUS_CODES[error.statusCode]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
}
