/** A service world on a socket that may lose answers, as a failing proxy or network does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceWorld } from './service-world.ts';

/** What becomes of a Create Batch: the service acts on it in any case. */
export type LostAnswer = 'drop' | 'hold';

export interface ServiceFront extends AsyncDisposable {
  readonly url: string;
  /** The Idempotency-Key of each Create Batch in order of arrival; undefined without one. */
  readonly keys: (string | undefined)[];
  /** Loses the answers of the next Create Batches in this way. */
  lose(...answers: LostAnswer[]): void;
  /** Resolves when the service has acted on this many Create Batches. */
  acted(count: number): Promise<void>;
}

export async function serviceFront(world: ServiceWorld): Promise<ServiceFront> {
  const keys: (string | undefined)[] = [];
  const faults: LostAnswer[] = [];
  const waiting = new Map<number, () => void>();
  let acted = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isCreate = request.url === '/api/v1/verify/batch';
    const answer = await forward(world, request);
    if (isCreate) {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      acted += 1;
      waiting.get(acted)?.();
      const fault = faults.shift();
      if (fault === 'drop') request.socket.destroy();
      if (fault !== undefined) return;
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    lose: (...answers) => void faults.push(...answers),
    acted: (count) =>
      acted >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(world: ServiceWorld, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/' } = request;
  const body = method === 'GET' ? undefined : await text(request);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return world.request(url, {
    method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
  });
}
