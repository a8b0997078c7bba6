import { createServer } from 'node:net';
import { bind, type Endpoint } from './bind.ts';
import type { Application, Listening, SuccessorServer } from './listen.ts';

/**
 * Listens at once, but loads the server for HTTP with the first connection: Node's takes 80 ms of
 * processor time to load, and an embedded service is rarely asked over a socket. Rejects with MailvetError
 * `config` when it can't listen there.
 */
export async function listenOnDemand(
  application: Application,
  endpoint: Endpoint,
): Promise<Listening> {
  // Paused: a request that arrives while the server loads stays with the system.
  const tcpServer = createServer({ pauseOnConnect: true });
  let http: Promise<SuccessorServer | undefined> | undefined;
  const load = async () => (await import('./listen.ts')).takeOver(application, tcpServer, endpoint);
  tcpServer.on('connection', async (socket) => {
    // Its file may be gone after an upgrade: what else this process does goes on.
    http ??= load().catch(() => undefined);
    const server = await http;
    if (server) server.take(socket);
    else socket.destroy();
  });
  return {
    address: await bind(tcpServer, endpoint),
    async drain() {
      const server = await http;
      await Promise.all([new Promise((resolve) => tcpServer.close(resolve)), server?.drain()]);
    },
    cut: () => void http?.then((server) => server?.cut()),
  };
}
