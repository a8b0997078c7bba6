import { Readable } from 'node:stream';
import type * as z from 'zod';
import { findTooDeep, MAX_JSON_DEPTH } from '../lib/json-depth.ts';
import { readBounded } from '../lib/read-bounded.ts';
import type { RequestContext } from './environment.ts';
import { firstFault } from './first-fault.ts';
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

async function readJson(c: RequestContext): Promise<unknown> {
  const type = c.req.header('Content-Type');
  if (type !== undefined) checkType(type);
  checkEncoding(c.req.header('Content-Encoding'));
  const bytes = await readBytes(c);
  if (bytes.length === 0) throw new HttpError(400, 'The body is empty, a JSON object is needed');
  if (type === undefined) throw wrongType();
  return parseJson(bytes);
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
async function readBytes(c: RequestContext): Promise<Uint8Array> {
  if (Number(c.req.header('Content-Length')) > MAX_BYTES) throw tooLarge();
  const body = c.env?.incoming ?? Readable.from(c.req.raw.body ?? []);
  const bytes = await readBounded(body, MAX_BYTES, WITHIN_MS).catch(() => {
    throw new HttpError(400, 'The body ended before it was complete');
  });
  if (!bytes) throw tooLarge();
  return bytes;
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
