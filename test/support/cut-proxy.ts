import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A way to a server that can be cut: connections break, and new ones are refused. */
export interface CutProxy extends AsyncDisposable {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function cutProxy(target: { host: string; port: number }): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(target);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const port = await freePort();
  await listen(port);
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, cut, mend: () => listen(port), [Symbol.asyncDispose]: cut };
}
