import { Readable } from 'node:stream';
import * as z from 'zod';
import { IDEMPOTENCY_KEY_HEADER, MAX_IDEMPOTENCY_KEY } from '../contract/idempotency.ts';
import {
  DEFAULT_BATCHES_LIMIT,
  DEFAULT_SKIP,
  DEFAULT_SUPPRESSIONS_LIMIT,
  DEFAULT_VERIFICATIONS_LIMIT,
} from '../contract/limits.ts';
import { PREFER_DETAIL, type ServiceOperation } from '../contract/routes.ts';
import { findTooDeep, MAX_JSON_DEPTH } from '../lib/json.ts';
import { readBounded } from '../lib/read-bounded.ts';
import { type IdempotentRequest, idempotentRequest } from '../service/batches/idempotency.ts';
import type { Page } from '../service/records.ts';
import type { RequestContext } from './environment.ts';
import { HttpError } from './http-error.ts';

const MAX_BYTES = 1024 * 1024;
/** For a whole body, in milliseconds. */
const WITHIN_MS = 60_000;

/** The JSON body of a request, validated. Throws a 413, 415 or 400 that says what is wrong. */
export async function readBody<T>(c: RequestContext, schema: z.ZodType<T>): Promise<T> {
  const body = c.env?.local ? c.env.local.request : await readJson(c);
  const { data, error } = schema.safeParse(body, { reportInput: true });
  if (error) throw new HttpError(400, firstFault(error));
  return data;
}

/** The bytes of a body of any type, within the same bounds: what is signed is checked as it came. */
export async function readRawBody(c: RequestContext): Promise<Uint8Array> {
  checkEncoding(c.req.header('Content-Encoding'));
  return readBytes(c);
}

function readJson(c: RequestContext): Promise<unknown> {
  const type = c.req.header('Content-Type');
  if (type !== undefined) checkType(type);
  checkEncoding(c.req.header('Content-Encoding'));
  return readBytes(c).then((bytes) => {
    if (bytes.length === 0) throw new HttpError(400, 'The body is empty, a JSON object is needed');
    if (type === undefined) throw wrongType();
    return parseJson(bytes);
  });
}

function checkType(type: string): void {
  const [media = '', ...parameters] = type.toLowerCase().split(';');
  const charset = parameters.map((text) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(text)?.[1]);
  if (media.trim() !== 'application/json') throw wrongType();
  // RFC 8259 §8.1: JSON between systems is UTF-8.
  if (!charset.every((name) => name === undefined || /^utf-?8$/.test(name))) throw wrongType();
}

function checkEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new HttpError(415, 'The body must not be compressed');
}

function wrongType(): HttpError {
  return new HttpError(415, 'Content-Type must be application/json, in UTF-8');
}

/** Straight from the socket, where there is one. A chunked body does not say its length. */
function readBytes(c: RequestContext): Promise<Uint8Array> {
  const length = Number(c.req.header('Content-Length'));
  if (length > MAX_BYTES) throw tooLarge();
  const body = c.env?.incoming ?? Readable.from(c.req.raw.body ?? []);
  // Most bodies came with their head, and need no timer.
  const withinMs = body.readableLength === length ? undefined : WITHIN_MS;
  return readBounded(body, MAX_BYTES, withinMs).then(
    (bytes) => {
      if (!bytes) throw tooLarge();
      return bytes;
    },
    () => {
      throw new HttpError(400, 'The body ended before it was complete');
    },
  );
}

/** The rest of the body is not read: the connection ends with this answer. */
function tooLarge(): HttpError {
  return new HttpError(413, `The body must have at most ${MAX_BYTES} bytes`, {
    Connection: 'close',
  });
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Throws a 400 for what is no JSON, or is nested too deep for what walks through it. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = UTF_8.decode(bytes);
    if (findTooDeep(text) === -1) return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The body is not valid JSON in UTF-8');
  }
  throw new HttpError(400, `The body is nested more than ${MAX_JSON_DEPTH} levels deep`);
}

const MAX_RESULTS = 1000;

export const VerificationsPageSchema = pageSchema(DEFAULT_VERIFICATIONS_LIMIT);
export const BatchesPageSchema = pageSchema(DEFAULT_BATCHES_LIMIT);
export const SuppressionsPageSchema = pageSchema(DEFAULT_SUPPRESSIONS_LIMIT);
export type PageSchema = typeof VerificationsPageSchema;

function pageSchema(defaultLimit: number) {
  return z.object({
    limit: z
      .int()
      .min(1)
      .max(MAX_RESULTS)
      .default(defaultLimit)
      .describe('Maximum number of results'),
    skip: z.int().min(0).default(DEFAULT_SKIP).describe('Number of results to skip (offset)'),
  });
}

/** Throws a 400 that names the parameter. */
export function readPage(c: RequestContext, schema: PageSchema): Page {
  const page = { limit: readNumber(c, 'limit'), skip: readNumber(c, 'skip') };
  const { data, error } = schema.safeParse(page);
  if (!data) throw new HttpError(400, firstFault(error));
  return data;
}

/** Only digits: `Number` would also take '', ' 5', '0x10' and '1e3'. */
function readNumber(c: RequestContext, name: string): number | undefined {
  const values = c.req.queries(name);
  if (values === undefined) return undefined;
  if (values.length > 1) throw new HttpError(400, `${name} is given more than once`);
  const [text = ''] = values;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** What a response holds beyond the interface: nothing, unless the request asks for it. */
export type Include = 'detail' | 'verdict' | undefined;

export const INCLUDE = {
  name: 'include',
  in: 'query',
  description: 'What the answer holds beside the results',
  schema: { type: 'string', enum: ['detail', 'verdict'] },
};

/**
 * Reads the query parameter, or the Prefer header of a client that can't know whether the service
 * supports the parameter. Throws a 400 for any other value of the parameter.
 */
export function readInclude(c: RequestContext): Include {
  const values = c.req.queries('include');
  if (values === undefined) return isPreferred(c.req.header('Prefer')) ? 'detail' : undefined;
  if (values.length > 1) throw new HttpError(400, 'include is given more than once');
  const [include] = values;
  if (include === 'detail' || include === 'verdict') return include;
  throw new HttpError(400, 'include must be detail or verdict');
}

/** Whether an answer may say more than the interface has. */
export function wantsDetail(c: RequestContext): boolean {
  return c.req.query('include') === 'detail' || isPreferred(c.req.header('Prefer'));
}

function isPreferred(prefer: string | undefined): boolean {
  return prefer?.split(',').some((one) => one.trim() === PREFER_DETAIL) ?? false;
}

/** Visible ASCII characters. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`);

interface Request {
  readonly operation: ServiceOperation;
  readonly body: object;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The request with its Idempotency-Key; undefined without one. Throws a 400 for an invalid key. */
export function readIdempotencyKey(
  c: RequestContext,
  { operation, body, now }: Request,
): IdempotentRequest | undefined {
  const key = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (key === undefined) return undefined;
  if (KEY.test(key)) return idempotentRequest(key, { operation, body }, now);
  const message = `Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters`;
  throw new HttpError(400, message);
}

/** The header in the description of the interface. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'An extension: the same request with the same key gets the first answer again within 24 h and is not charged again; another body is a 409',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY },
};

/** The first fault of a body or a query: names the field and the bound, never the value. */
function firstFault(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'The request is invalid';
  const field = nameOf(issue.path);
  if (issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined) {
    return `${field} is required and must be ${aType(issue.expected)}`;
  }
  if (issue.code === 'invalid_type') return `${field} must be ${aType(issue.expected)}`;
  if (issue.code === 'too_small') return `${field} must ${least(issue)}`;
  if (issue.code === 'too_big') return `${field} must ${most(issue)}`;
  return `${field} is invalid`;
}

function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The body';
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array of strings',
  object: 'a JSON object',
  number: 'a whole number',
  int: 'a whole number',
};

function aType(expected: string): string {
  return TYPES[expected] ?? expected;
}

function least({ origin, minimum }: { origin: string; minimum: unknown }): string {
  return origin === 'array' ? `have at least ${minimum} element` : `be ${minimum} or more`;
}

function most({ origin, maximum }: { origin: string; maximum: unknown }): string {
  if (origin === 'array') return `have at most ${maximum} elements`;
  return origin === 'string' ? `have at most ${maximum} characters` : `be ${maximum} or less`;
}
