import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answering = (response: ServerResponse, received: ReceivedMessage) => void;

/** Somebody's server that webhooks are sent to, on a loopback port. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: ReceivedMessage[] = [];
  /** What it answers from now on. */
  answer: Answering = (response) => response.writeHead(204).end();
  onConnection = () => {};
  readonly #events = new EventEmitter();
  readonly #server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const message = { path, headers, body: await text(request) };
    this.received.push(message);
    this.#events.emit('message');
    this.answer(response, message);
  });

  static async listen(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.on('connection', () => receiver.onConnection());
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Resolves when it has received so many messages. */
  async has(count: number): Promise<void> {
    while (this.received.length < count) await once(this.#events, 'message');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A server that speaks no HTTP: `onConnection` has the socket. */
export async function listenRaw(
  onConnection: (socket: Socket) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
