import { isIP } from 'node:net';
import { headersOf } from './answer.ts';
import type { MetricsPage, RequestContext } from './environment.ts';
import { nothingHere } from './http-error.ts';

/** Clients without access get a 404. */
export function metricsPage({ text, contentType, open }: MetricsPage) {
  return async (c: RequestContext): Promise<Response> => {
    if (!open && !isLocal(c)) throw nothingHere();
    const headers = headersOf(c, { 'Content-Type': contentType });
    return new Response(await text(), { headers });
  };
}

const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'];

/** True for a client on this machine, not for one behind a proxy on it. */
function isLocal(c: RequestContext): boolean {
  const address = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:(?=\d)/, '') ?? '';
  const loopback = isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
  return loopback && FORWARDED.every((name) => c.req.header(name) === undefined);
}
