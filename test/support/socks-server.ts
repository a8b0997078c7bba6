import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

interface SocksOptions {
  /** Without it the server asks for no password. */
  readonly account?: { readonly user: string; readonly password: string };
  /** The source address of what it connects to. */
  readonly from?: string;
  /** Instead of connecting: a reply of RFC 1928 §6. */
  readonly reply?: number;
  /** What it does wrong, and when. */
  readonly trick?: SocksTrick;
}

export type SocksTrick =
  /** Says nothing at all. */
  | 'hangs'
  /** Closes at once. */
  | 'closes'
  /** Speaks another protocol. */
  | 'speaks HTTP'
  /** Lets the client in, then says nothing to its request. */
  | 'hangs at the request'
  /** Says that it is connected and hangs up. */
  | 'lies and closes'
  /** Says that it is connected and is silent. */
  | 'lies and hangs';

/** A SOCKS5 server on loopback: CONNECT, with or without a password (RFC 1928, RFC 1929). */
export class SocksServer implements AsyncDisposable {
  /** Every destination, as it was asked for: `127.0.0.2:2525`, or a name. */
  readonly asked: string[] = [];
  readonly #options: SocksOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(options: SocksOptions = {}) {
    this.#options = options;
    this.#server = createServer((socket) => {
      this.#keep(socket);
      void this.#serve(socket).catch(() => socket.destroy());
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(port?: number): Promise<this> {
    this.#server.listen(port ?? (await freePort()), '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  async #serve(client: Socket): Promise<void> {
    const { trick } = this.#options;
    if (trick === 'hangs') return;
    if (trick === 'closes') return void client.destroy();
    if (trick === 'speaks HTTP') return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const methods = await read(client, (await read(client, 2))[1] ?? 0);
    const wanted = this.#options.account ? 2 : 0;
    if (!methods.includes(wanted)) {
      client.end(Buffer.from([5, 0xff]));
      return;
    }
    client.write(Buffer.from([5, wanted]));
    if (this.#options.account && !(await this.#admits(client))) {
      client.end(Buffer.from([1, 1]));
      return;
    }
    await this.#connect(client);
  }

  async #admits(client: Socket): Promise<boolean> {
    const user = await read(client, (await read(client, 2))[1] ?? 0);
    const password = await read(client, (await read(client, 1))[0] ?? 0);
    const { account } = this.#options;
    if (user.toString() !== account?.user || password.toString() !== account.password) return false;
    client.write(Buffer.from([1, 0]));
    return true;
  }

  async #connect(client: Socket): Promise<void> {
    const [, , , type] = await read(client, 4);
    const host = await readHost(client, type);
    const port = (await read(client, 2)).readUInt16BE();
    this.asked.push(`${host}:${port}`);
    const { reply, from, trick } = this.#options;
    if (trick === 'hangs at the request') return;
    if (trick?.startsWith('lies')) {
      client.write(answer(0));
      if (trick === 'lies and closes') client.end();
      return;
    }
    if (reply !== undefined) {
      client.end(answer(reply));
      return;
    }
    const target = connect({ host, port, ...(from && { localAddress: from }) });
    this.#keep(target);
    target.once('error', () => client.end(answer(5)));
    target.once('connect', () => {
      client.write(answer(0));
      client.pipe(target).pipe(client);
      client.on('close', () => target.destroy());
      target.on('close', () => client.destroy());
    });
  }
}

const answer = (reply: number) => Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);

async function readHost(client: Socket, type: number | undefined): Promise<string> {
  if (type === 1) return (await read(client, 4)).join('.');
  if (type === 4) return (await read(client, 16)).toString('hex');
  return (await read(client, (await read(client, 1))[0] ?? 0)).toString();
}

/** Exactly so many octets. */
async function read(socket: Socket, octets: number): Promise<Buffer> {
  for (;;) {
    const found = octets === 0 ? Buffer.alloc(0) : (socket.read(octets) as Buffer | null);
    if (found) return found;
    if (socket.destroyed || socket.readableEnded) throw new Error('the client hung up');
    await once(socket, 'readable');
  }
}
