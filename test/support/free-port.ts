import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that are given to outgoing connections, and to servers that ask for any. */
const FIRST = 20_000;
const LAST = 32_000;
/** Ports of one process of the tests: those that run side by side take none of each other's. */
const SHARE = 200;

let next = Math.floor(Math.random() * SHARE);

/** A port that no other program comes to have by chance, before a server listens or while it is down. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < SHARE; tries++) {
    const port = FIRST + ownShare() * SHARE + (next++ % SHARE);
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
  throw new Error(`no port of ${SHARE} from ${FIRST} to ${LAST} is free`);
}

/** The first is of programs that are no test. Another run of the tests has another parent. */
function ownShare(): number {
  const worker = process.env.VITEST_POOL_ID;
  if (worker === undefined) return 0;
  return 1 + ((process.ppid + Number(worker)) % ((LAST - FIRST) / SHARE - 1));
}
