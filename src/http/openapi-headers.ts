import type { AnyStatus } from './openapi-operations.ts';

const seconds = { type: 'integer', minimum: 0 };

/** The headers of responses, by their names. */
export const HEADERS = {
  'x-request-id': {
    description:
      'Identifies the request in the log of the service: the caller’s own id or a new one',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests that the team may send in one burst',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Requests of the burst that are left',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the whole burst is available again',
    schema: seconds,
  },
  'Retry-After': {
    description: 'Seconds after which another try makes sense',
    schema: seconds,
  },
  'WWW-Authenticate': {
    description: 'The scheme of authentication (RFC 9110 §11.6.1)',
    schema: { type: 'string', examples: ['Bearer'] },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** The application is not asked: the server itself answers, without the application's headers. */
const BEFORE_THE_APPLICATION: readonly AnyStatus[] = [408, 431];

/** References to the headers of an answer with this status. */
export function headersFor(status: AnyStatus | 200): Record<string, object> {
  return Object.fromEntries(
    headerNames(status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function headerNames(status: AnyStatus | 200): readonly HeaderName[] {
  if (BEFORE_THE_APPLICATION.some((early) => early === status)) return [];
  if (status === 401) return ['x-request-id', 'WWW-Authenticate'];
  const waits = status === 429 || status === 503;
  return ['x-request-id', ...RATE_LIMIT, ...(waits ? (['Retry-After'] as const) : [])];
}
