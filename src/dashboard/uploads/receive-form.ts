import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { message } from '../../i18n/message.ts';
import type { Clock } from '../../lib/clock.ts';
import { SPOOL_PREFIX } from '../../service/lists/list-files.ts';
import { StoreError } from '../../service/store-error.ts';
import type { PageContext } from '../environment.ts';
import { tooLarge } from '../form.ts';
import { PageError } from '../page-error.ts';
import { cutOff, type ReceivingPlace, tooSlow, unreadable } from './receiving-places.ts';

interface FormRules {
  readonly maxBytes: number;
  /** Where the file goes. */
  readonly folder: string;
  /** The name of the field that has the file. */
  readonly fileField: string;
  /** Called with each text field as soon as it has arrived; an error that it throws ends the reading. */
  readonly check: (name: string, value: string) => void;
  readonly place: ReceivingPlace;
  readonly clock: Clock;
}

/** Bounds of everything in a form beside its file. */
const LIMITS = { fields: 10, files: 1, parts: 12, fieldSize: 4096, headerPairs: 20 };
const HEADER_BYTES = 8 * 1024;

/**
 * Reads the body as a multipart form and writes its file to disk as it arrives. The caller closes the
 * file. Rejects with a 408, a 413, a 422, a 503, or the error of a field's check.
 */
export async function receiveForm(c: PageContext, rules: FormRules): Promise<ReceivedForm> {
  const declared = Number(c.req.header('Content-Length') ?? 0);
  if (declared > rules.maxBytes) throw tooLarge(rules.maxBytes);
  const reading = startReading(parserFor(c), rules);
  try {
    await feed(c, reading, rules);
    return reading.result(await reading.file());
  } catch (error) {
    reading.stop(error);
    await (await reading.file().catch(() => undefined))?.close();
    throw error;
  }
}

type Parser = InstanceType<typeof Busboy>;

function parserFor(c: PageContext): Parser {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw unreadable();
  try {
    const limits = { ...LIMITS, headerSize: HEADER_BYTES };
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    throw unreadable();
  }
}

function startReading(parser: Parser, { folder, fileField, check }: FormRules) {
  const fields = new Map<string, string>();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let file: Promise<SpooledFile> | undefined;
  let fileName = '';
  let stopFile = (_: Error) => {};
  ended.catch(() => {});
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) return reject(unreadable());
    fields.set(name, value);
    try {
      check(name, value);
    } catch (error) {
      reject(error);
    }
  });
  parser.on('file', (name, stream, given) => {
    stream.on('error', () => reject(cutOff()));
    if (name !== fileField) {
      stream.resume();
      return;
    }
    fileName = given || '';
    stopFile = (error) => void stream.destroy(error);
    file = spoolFile(stream, folder);
    file.catch(reject);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => reject(unreadable()));
  }
  parser.on('error', () => reject(cutOff()));
  parser.on('finish', resolve);
  return {
    /** Settles with the end of the form, or with its first fault. */
    ended,
    write: (chunk: Uint8Array) => new Promise<void>((done) => parser.write(chunk, () => done())),
    end: () => void parser.end(),
    stop(error: unknown) {
      stopFile(error instanceof Error ? error : new Error('stopped'));
    },
    file: async () => file,
    result: (spooled: SpooledFile | undefined): ReceivedForm => ({
      text: (name) => fields.get(name) ?? '',
      file: spooled && { ...spooled, name: fileName },
      close: async () => spooled?.close(),
    }),
  };
}

type FormReading = ReturnType<typeof startReading>;

/** Counts the bytes as they arrive: a chunked body does not state its length. */
async function feed(
  c: PageContext,
  reading: FormReading,
  { maxBytes, place, clock }: FormRules,
): Promise<void> {
  let length = 0;
  const ended = new AbortController();
  const signal = AbortSignal.any([place.signal, ended.signal]);
  const faults = Promise.race([reading.ended, watchRate(clock, () => length, signal)]);
  faults.catch(() => {});
  const chunks = bodyOf(c);
  try {
    for (;;) {
      const chunk = await nextChunk(chunks, faults);
      if (!chunk) break;
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      place.received(chunk.length);
      await Promise.race([reading.write(chunk), faults]);
    }
    reading.end();
    await faults;
  } finally {
    ended.abort();
    // Not awaited, as `for await` would do: the next chunk may never come.
    chunks.return(undefined).catch(() => {});
  }
}

async function* bodyOf(c: PageContext): AsyncGenerator<Uint8Array> {
  try {
    yield* rawBody(c);
  } catch {
    throw cutOff();
  }
}

/** Straight from the socket, where there is one: a web stream holds twice as much on its way. */
function rawBody(c: PageContext): AsyncIterable<Uint8Array> {
  const { incoming } = c.env ?? {};
  // Not destroyed when it is left early: the answer goes over the same connection.
  if (incoming instanceof Readable) return incoming.iterator({ destroyOnReturn: false });
  return Readable.from(c.req.raw.body ?? []);
}

/** The next chunk, or undefined behind the last one and behind the end of the form. */
async function nextChunk(
  chunks: AsyncGenerator<Uint8Array>,
  faults: Promise<void>,
): Promise<Uint8Array | undefined> {
  const next = await Promise.race([chunks.next(), faults]);
  return next?.done === false ? next.value : undefined;
}

/** How much has to arrive in how long. A modem sends five times as much. */
const LEAST = { bytes: 30_000, withinMs: 30_000, rate: '1 kB a second' };

/**
 * Watches how fast something arrives: rejects with a 408 when too little came since it was last looked at.
 * Looks at each stretch of time, since what came fast at first may drip later.
 */
export async function watchRate(
  clock: Clock,
  received: () => number,
  signal: AbortSignal,
): Promise<never> {
  for (let before = 0; ; before = received()) {
    await clock.sleep(LEAST.withinMs, signal);
    if (received() - before < LEAST.bytes) throw tooSlow(LEAST.rate);
  }
}

/** A form with a file, received. */
export interface ReceivedForm {
  /** Empty when it is missing. */
  text(name: string): string;
  /** Absent when none was chosen. */
  readonly file: (SpooledFile & { readonly name: string }) | undefined;
  close(): Promise<void>;
}

/** An uploaded file on disk. It has no name, so it vanishes with its descriptor, also after a kill. */
interface SpooledFile {
  readonly fd: number;
  /** Bytes. */
  readonly size: number;
  close(): Promise<void>;
}

/** Writes the bytes to a private file without a name in the folder. Rejects with a 503 when the disk is full. */
export async function spoolFile(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<SpooledFile> {
  const file = await openNameless(folder, SPOOL_PREFIX).catch(noRoom);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      await file.writeFile(chunk).catch(noRoom);
      size += chunk.length;
    }
    return { fd: file.fd, size, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const NO_ROOM: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'];

function noRoom(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new StoreError('lists_away', error.message, error);
  if (!NO_ROOM.includes(error.code)) throw error;
  throw new PageError(503, message('errorTexts.disk_full'), {
    'Retry-After': '60',
  });
}

/** Opens a new private file that has no name any more: it vanishes with its descriptor, also after a kill. */
async function openNameless(folder: string, prefix: string): Promise<FileHandle> {
  const path = join(folder, `${prefix}${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // A sweep for names left by a kill may be quicker.
  await rm(path, { force: true });
  return file;
}
