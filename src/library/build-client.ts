import { randomUUID } from 'node:crypto';
import type { ClientDeps } from '../contract/client/client-settings.ts';
import { createServiceClient } from '../contract/client/create-client.ts';
import type { ServiceClient } from '../contract/client/service-client.ts';
import { wrapCalls } from '../contract/client/wrap-calls.ts';
import type { Batch, BatchEntry as DecodedEntry, Verification } from '../contract/decode.ts';
import { MAX_IDEMPOTENCY_KEY } from '../contract/idempotency.ts';
import { actionOf, judge } from '../contract/verdict.ts';
import { orAborted } from '../lib/abort.ts';
import { backoffDelay } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import {
  type Hint,
  isMailvetError,
  MailvetError,
  type RemedyTable,
  sayHint,
} from '../lib/errors.ts';
import type { Listing } from '../lists/file/job-record.ts';
import type { findBatch, LookupResult } from '../lists/run/find-batch.ts';
import { checkNumbers, checkTexts } from './check-options.ts';
import type { BatchEntry, Client, ClientOptions, JudgedVerification } from './client-api.ts';

type Deps = Pick<ClientDeps, 'clock' | 'random'>;

/** The public client over the one that the command line uses. */
export function buildClient(options: ClientOptions, { clock, random }: Deps): Client {
  const { env = process.env, onWait, debug, adoptLostBatches = true, ...settings } = options;
  const { baseUrl, apiKey, tryTimeout, retries } = settings;
  checkTexts({ baseUrl, apiKey });
  checkNumbers('', { retries });
  checkNumbers('', { tryTimeout }, 1);
  const build = () => createServiceClient(settings, { clock, random, env, onWait, debug });
  const plain = throwingOwnWords(build);
  const client = { ...plain, createBatch: sendingOnce(plain, clock) };
  const calls = rejectingOwnWords(adoptLostBatches ? withAdoption(client, clock) : client);
  return judging(calls);
}

/** The client whose results say what they mean. */
function judging(client: ServiceClient): Client {
  return {
    ...client,
    verify: async (...parameters) => withJudgement(await client.verify(...parameters)),
    listVerifications: async (...parameters) =>
      (await client.listVerifications(...parameters)).map(withJudgement),
    async getBatch(...parameters) {
      const { batch, entries } = await client.getBatch(...parameters);
      return { batch, entries: entries.map(judgedEntry) };
    },
  };
}

function judgedEntry({ result, ...entry }: DecodedEntry): BatchEntry {
  return { ...entry, result: result && withJudgement(result) };
}

function withJudgement(result: Verification): JudgedVerification {
  const judgement = judge({ result });
  const { suggestion, reason: fine } = result.detail ?? {};
  return { ...result, ...judgement, action: actionOf(judgement, fine), suggestion };
}

function withAdoption(client: ServiceClient, clock: Deps['clock']): ServiceClient {
  return { ...client, createBatch: adoptingCreate(client, clock) };
}

/** POSTs of one batch at most, to a service that remembers keys. */
const MAX_POSTS = 4;
const BACKOFF = { first: 1000, max: 10_000 };

/**
 * Create Batch with an idempotency key. Where an answer is lost and the service is known to remember
 * keys, the batch is sent again: the same key gets what the first POST became.
 */
function sendingOnce(client: ServiceClient, clock: Clock): ServiceClient['createBatch'] {
  return async (emails, { idempotencyKey = randomUUID(), ...options } = {}) => {
    checkKey(idempotencyKey);
    for (let posts = 1; ; posts += 1) {
      try {
        return await client.createBatch(emails, { ...options, idempotencyKey });
      } catch (error) {
        const mayRepeat = client.idempotencyLifetime() !== undefined && posts < MAX_POSTS;
        if (!isMailvetError(error, 'answer_lost') || !mayRepeat) throw error;
        await clock.sleep(backoffDelay(BACKOFF, posts - 1, 1), options.signal);
      }
    }
  };
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= MAX_IDEMPOTENCY_KEY) return;
  throw new MailvetError(
    'usage',
    'The idempotencyKey has characters that no key has, or too many',
    {
      hint: `Give 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters`,
    },
  );
}

/** Errors of the client in the words of a program: it has options, where the command line has flags. */

/** The remedies that the client names; others are of lists and services, which programs have none of. */
export const CLIENT_WORDS: Partial<RemedyTable> = {
  check_connection: () => '',
  check_key: () => 'Check apiKey: it may be revoked, or be of another service than baseUrl',
  longer_timeout: () => '',
  fewer_requests: () => ', or send fewer requests at once',
  insecure_http: () => 'allowInsecureHttp',
  ca_file: () => 'The option ca',
};

/** A hint of the client without flags and commands. */
function inOwnWords(hint: Hint): string {
  return sayHint(hint, CLIENT_WORDS);
}

function reworded(error: unknown): unknown {
  if (!isMailvetError(error) || error.hint === undefined) return error;
  if (typeof error.hint === 'string') return error;
  const { code, message, status, cause } = error;
  const hint = inOwnWords(error.hint);
  return new MailvetError(code, message, { hint, cause, ...(status !== undefined && { status }) });
}

/** Runs `build`; an error that it throws is in the library's words. */
function throwingOwnWords<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    throw reworded(error);
  }
}

/** The client, whose calls reject in the library's words. */
function rejectingOwnWords(client: ServiceClient): ServiceClient {
  return wrapCalls(client, async (call) => {
    try {
      return await call();
    } catch (error) {
      throw reworded(error);
    }
  });
}

interface BatchSearch {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Batches that this client created or adopted. */
  readonly known: Set<string>;
  /** What the service had before this client sent a batch. */
  readonly listing: Listing | undefined;
}

type Lost = Parameters<typeof findBatch>[1];

/** Create Batch that finds a batch whose answer was lost in the service's list. */
function adoptingCreate(client: ServiceClient, clock: Clock): ServiceClient['createBatch'] {
  const known = new Set<string>();
  const listOnce = onceDone(() => list(client));
  return async (emails, options = {}) => {
    // A batch that is here already must not be taken for a later one of the same addresses.
    const listing = await orAborted(listOnce(), options.signal ?? NEVER);
    const lost = { addresses: emails, intendedAt: clock.now() };
    try {
      const batch = await client.createBatch(emails, options);
      known.add(batch.id);
      return batch;
    } catch (error) {
      if (!isMailvetError(error, 'answer_lost')) throw error;
      const adopted = await adopt({ client, clock, known, listing }, lost, options.signal);
      if (!adopted) throw error;
      return adopted;
    }
  };
}

async function list(client: ServiceClient): Promise<Listing | undefined> {
  const { listBefore } = await import('../lists/run/find-batch.ts');
  return listBefore(client);
}

/** Shares one run among all calls, until it fails. */
function onceDone<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Undefined where it can't be known: any other error would say that nothing was sent. */
async function adopt(search: BatchSearch, lost: Lost, signal = NEVER): Promise<Batch | undefined> {
  try {
    const found = await look(search, lost, signal);
    // Two calls may look for batches of the same addresses: each takes one of its own.
    if (found.kind !== 'found' || search.known.has(found.id)) return undefined;
    search.known.add(found.id);
    return await readState(search.client, found.id, signal);
  } catch (error) {
    if (isMailvetError(error) && !signal.aborted) return undefined;
    throw error;
  }
}

/** A batch that was found is never given up for its state. */
async function readState(client: ServiceClient, id: string, signal: AbortSignal): Promise<Batch> {
  const read = client.getBatch(id, { signal });
  return read.then(
    ({ batch }) => batch,
    () => ({ id, status: 'unknown' }),
  );
}

const NEVER = new AbortController().signal;

async function look(
  { client, clock, known, listing }: BatchSearch,
  lost: Lost,
  signal: AbortSignal,
) {
  const { findBatch } = await import('../lists/run/find-batch.ts');
  const { lookUntilFound, timeToShow } = await import('../lists/run/find-batch.ts');
  const excluded = { known, listing, signal };
  const once = (): Promise<LookupResult> => findBatch(client, lost, excluded);
  return lookUntilFound(once, { clock, signal, left: timeToShow(lost.addresses.length) });
}

/** The fields that have a value: an option that is undefined must not hide a default. */
export function withoutUndefined<T extends object>(
  fields: T,
): { [name in keyof T]?: Exclude<T[name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [name in keyof T]?: Exclude<T[name], undefined> };
}
