import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

interface SocksOptions {
  /** Without it the server asks for no password. */
  readonly account?: { readonly user: string; readonly password: string };
  /** The source address of what it connects to. */
  readonly from?: string;
  /** Instead of connecting: a reply of RFC 1928 §6. */
  readonly reply?: number;
  /** What it does wrong, and when: those that lie say that they are connected. */
  readonly trick?: SocksTrick;
}

export type SocksTrick =
  | 'hangs'
  | 'closes'
  | 'speaks HTTP'
  | 'hangs at the request'
  | 'lies and closes'
  | 'lies and hangs';

/** A SOCKS5 server on loopback: CONNECT, with or without a password (RFC 1928, RFC 1929). */
export class SocksServer implements AsyncDisposable {
  /** Every destination, as it was asked for: `127.0.0.2:2525`, or a name. */
  readonly asked: string[] = [];
  readonly #options: SocksOptions;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#keep(socket);
    void this.#serve(socket).catch(() => socket.destroy());
  });

  constructor(options: SocksOptions = {}) {
    this.#options = options;
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
    const { trick, account, reply, from } = this.#options;
    if (trick === 'hangs') return;
    if (trick === 'closes') return void client.destroy();
    if (trick === 'speaks HTTP') return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const methods = await readCounted(client, 1);
    const wanted = account ? 2 : 0;
    if (!methods.includes(wanted)) return void client.end(Buffer.from([5, 0xff]));
    client.write(Buffer.from([5, wanted]));
    if (account) {
      const [user, password] = [await readCounted(client, 1), await readCounted(client)];
      const isRight = `${user}:${password}` === `${account.user}:${account.password}`;
      if (!isRight) return void client.end(Buffer.from([1, 1]));
      client.write(Buffer.from([1, 0]));
    }
    const host = await readHost(client, (await read(client, 4))[3]);
    const port = (await read(client, 2)).readUInt16BE();
    this.asked.push(`${host}:${port}`);
    if (trick === 'hangs at the request') return;
    if (trick === 'lies and hangs') return void client.write(answer(0));
    if (trick === 'lies and closes') return void client.end(answer(0));
    if (reply !== undefined) return void client.end(answer(reply));
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
  return type === 4 ? (await read(client, 16)).toString('hex') : `${await readCounted(client)}`;
}

/** As many octets as the one says that is behind `skipped` other ones. */
async function readCounted(client: Socket, skipped = 0): Promise<Buffer> {
  return read(client, (await read(client, skipped + 1))[skipped] ?? 0);
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
