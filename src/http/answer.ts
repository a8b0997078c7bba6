import type { ErrorBody } from '../contract/schemas.ts';
import { mapInSlices, type Pause } from '../service/read-turns.ts';
import type { HttpDeps, RequestContext, ResponseHead } from './environment.ts';
import { HttpError } from './http-error.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * A JSON response. Its headers are a plain object, which the server writes without converting it
 * first: measurably faster (see bench/service). A request from within the process gets the value itself.
 */
export function answer(c: RequestContext, body: object, status = 200, own?: Headers): ResponseHead {
  const headers = headersOf(c, { 'Content-Type': 'application/json', ...own });
  const local = c.env?.local;
  if (!local) return new Response(JSON.stringify(body), { status, headers });
  local.response = body;
  return { status, headers: headerReader(headers) };
}

/** The same; a body of many rows is written in slices, while its team has its turn. */
export function answerInSlices(
  c: RequestContext,
  body: object,
  own?: Headers,
): ResponseHead | Promise<ResponseHead> {
  const pause = c.get('pause');
  if (!pause || c.env?.local) return answer(c, body, 200, own);
  const headers = headersOf(c, { 'Content-Type': 'application/json', ...own });
  return toJson(body, pause).then((text) => new Response(text, { headers }));
}

/** As JSON.stringify does: an array, or an object with a long array in one field. */
async function toJson(body: object, pause: Pause): Promise<string> {
  if (Array.isArray(body)) {
    return `[${(await mapInSlices(body, pause, (item) => JSON.stringify(item))).join(',')}]`;
  }
  const fields: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const text = Array.isArray(value) ? await toJson(value, pause) : JSON.stringify(value);
    fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

/** Reads headers by their names in any case. */
export function headerReader(headers: Headers): ResponseHead['headers'] {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const values = new Map(entries);
  return { get: (name) => values.get(name.toLowerCase()) ?? null };
}

export function answerError(c: RequestContext, error: HttpError): ResponseHead {
  const body: ErrorBody = { statusCode: error.status, message: error.message };
  return answer(c, body, error.status, error.headers);
}

const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** The headers of every response, the request's rate-limit headers, and its own. */
export function headersOf(c: RequestContext, own: Headers): Record<string, string> {
  return { 'x-request-id': c.get('requestId'), ...COMMON, ...c.get('rateHeaders'), ...own };
}

/** Sets the rate-limit headers, and throws a 429 when the caller has to wait. */
export function obeyRateLimit(c: RequestContext, { rateLimiter }: HttpDeps, key: string): void {
  if (!rateLimiter) return;
  const { allowed, limit, remaining, retryAfter, reset } = rateLimiter(key);
  c.set('rateHeaders', {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  });
  if (allowed) return;
  const headers = { 'Retry-After': String(retryAfter) };
  throw new HttpError(429, 'Too many requests at once, slow down', headers);
}
