import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that are given to outgoing connections, and to servers that ask for any. */
const FIRST = 20_000;
const LAST = 32_000;

/** A port that no other program comes to have by chance, before a server listens or while it is down. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`no port from ${FIRST} to ${LAST} is free`);
}
