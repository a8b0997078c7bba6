import pg, { type Client, type ClientConfig, type CustomTypesConfig, type Pool } from 'pg';

const BIGINT = 20;
const NUMERIC = 1700;
const TEXT: readonly number[] = [25, 1043];

/** Times, counts and their sums come as numbers: none is beyond 2^53. */
const TYPES: CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown) {
    if (oid === BIGINT || oid === NUMERIC) return Number;
    if (TEXT.includes(oid)) return fromStoredText;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as CustomTypesConfig;

/** Milliseconds for which a new connection, or a free one, is waited for. */
export const CONNECTING_MS = 5000;
const IDLE_MS = 30_000;
/** No statement of the service takes this long: the server or the network hangs. */
const STATEMENT_MS = 60_000;

/** How each connection is made: nothing of it needs a session, so that a pooler may be in between. */
function clientConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'mailvet',
    types: TYPES,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTING_MS,
  };
}

/** A connection that keeps its session. Said to be alive, lest something in between forgets it while it waits. */
export function createClient(url: string): Client {
  return new pg.Client({ ...clientConfig(url), keepAliveInitialDelayMillis: IDLE_MS });
}

/** Connections that are made when needed. A lost one is an error of its statement alone. */
export function createPool(url: string, max: number): Pool {
  const pool = new pg.Pool({
    ...clientConfig(url),
    max,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: STATEMENT_MS,
  });
  // Without a listener the loss of a connection would end the process; the next statement gets another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * PostgreSQL stores every character but NUL, which an address may have by mistake: it is stored as two
 * others, a noncharacter of Unicode that no text has for a purpose, and a digit.
 */
const ESCAPE = '\uFDD0';
const TO_STORE = /[\0\uFDD0]/g;
const STORED = /\uFDD0([01])/g;

/** A parameter as PostgreSQL takes it. */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return toStoredText(value);
  return Array.isArray(value) ? value.map(toParameter) : value;
}

function toStoredText(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text;
  return text.replace(TO_STORE, (character) => (character === '\0' ? `${ESCAPE}0` : `${ESCAPE}1`));
}

/** The text that was stored. */
function fromStoredText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(STORED, (_, digit) => (digit === '0' ? '\0' : ESCAPE));
}
