import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { once } from '../../lib/once.ts';
import type { BatchResults, Verification } from '../decode.ts';
import { MAX_BATCH_SIZE } from '../limits.ts';
import { isAboutAddress } from '../same-address.ts';
import { checkBaseUrl } from './base-url.ts';
import type { Call, Caller } from './caller.ts';
import type { ClientDeps, ClientSettings } from './client-settings.ts';
import type { Connections } from './dispatcher.ts';
import type { CallOptions, PageOptions, ServiceClient } from './service-client.ts';
import type { Transport } from './transport.ts';

/**
 * A client of any service with the interface. Nothing is loaded or connected before the first
 * call. Throws `config` at once for a base URL or a key that can't be used.
 */
export function createServiceClient(settings: ClientSettings, deps: ClientDeps): ServiceClient {
  const baseUrl = checkBaseUrl(settings.baseUrl, settings.allowInsecureHttp);
  checkKey(settings.apiKey);
  const connections = lazily(async () => {
    const { openDispatcher } = await import('./dispatcher.ts');
    return openDispatcher({ baseUrl, ca: settings.ca }, deps.env);
  });
  deps.stop?.addEventListener('abort', connections.giveUp, { once: true });
  const caller: Caller = {
    settings: { ...settings, baseUrl },
    deps,
    idempotency: { lifetime: undefined },
    transport: async () => deps.transport ?? openHttp(connections),
  };
  return { baseUrl, ...createOperations(caller), close: connections.close };
}

async function openHttp(connections: Lazy): Promise<Transport> {
  const { httpTransport } = await import('./transport.ts');
  return httpTransport((await connections.get()).dispatcher);
}

type Decoders = typeof import('../decode.ts');
type Operations = Omit<ServiceClient, 'baseUrl' | 'close'>;

/** Only a call pays for what it needs, and only the first: each `import` takes 25 µs. */
const loadOnce = once(async () => {
  const { perform } = await import('./caller.ts');
  return { perform, decoders: await import('../decode.ts') };
});

function createOperations(caller: Caller): Operations {
  const call: CallWith = async (options, describe) => {
    const { perform, decoders } = await loadOnce();
    return perform(caller, describe(decoders), options);
  };
  return {
    ...createVerificationCalls(call, caller.settings.baseUrl),
    ...createBatchCalls(call),
    getAccount: accountCall(call),
    findLedger: async (emails, options = {}) => {
      const { decodeLedger } = await import('../decode-ledger.ts');
      return await call(options, () => ({
        operation: 'findLedger',
        kind: 'read',
        body: { emails },
        decode: (json) => decodeLedger(json, emails),
      }));
    },
    importResults: (results, options = {}) =>
      call(options, ({ decodeLearned }) => ({
        operation: 'importResults',
        kind: 'read',
        body: results,
        decode: decodeLearned,
      })),
    learnOutcomes: (outcomes, options = {}) =>
      call(options, ({ decodeLearned }) => ({
        operation: 'learnOutcomes',
        kind: 'read',
        body: { outcomes },
        decode: decodeLearned,
      })),
    addSuppressions: (emails, options = {}) =>
      call(options, ({ decodeAdded }) => ({
        operation: 'addSuppressions',
        kind: 'read',
        body: { emails },
        decode: decodeAdded,
      })),
    getAccuracy: async (request, options = {}) => {
      const { decodeAccuracy } = await import('../accuracy.ts');
      return call(options, () => ({
        operation: 'getAccuracy',
        kind: 'read',
        body: request,
        decode: decodeAccuracy,
      }));
    },
    idempotencyLifetime: () => caller.idempotency.lifetime,
  };
}

type CallWith = <T>(options: CallOptions, describe: (decode: Decoders) => Call<T>) => Promise<T>;

function createVerificationCalls(
  call: CallWith,
  baseUrl: string,
): Pick<Operations, 'verify' | 'listVerifications'> {
  return {
    verify: (email, { noCache, mode, ...options } = {}) =>
      call(options, ({ decodeVerified }) => ({
        operation: 'verify',
        kind: 'spend',
        body: { email, ...(noCache && { noCache }), ...(mode && { mode }) },
        decode: (json) =>
          aboutAddress(email, rejectEmptyVerification(decodeVerified(json)), baseUrl),
      })),
    listVerifications: (page = {}, options = {}) =>
      call(options, ({ decodeList, decodeVerification }) => ({
        operation: 'listVerifications',
        kind: 'read',
        query: toQuery(page),
        decode: (json) => decodeList(json, decodeVerification),
      })),
  };
}

type BatchCall = 'createBatch' | 'getBatch' | 'listBatches' | 'cancelBatch';

function createBatchCalls(call: CallWith): Pick<Operations, BatchCall> {
  return {
    createBatch: (emails, { idempotencyKey, noCache, mode, job, ...options } = {}) =>
      call(options, ({ decodeCreatedBatch }) => ({
        operation: 'createBatch',
        kind: 'create',
        body: { emails, ...(noCache && { noCache }), ...(mode && { mode }) },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        job,
        decode: decodeCreatedBatch,
      })),
    getBatch: (id, options = {}) =>
      call(options, ({ decodeBatchResults }) => ({
        operation: 'getBatch',
        kind: 'read',
        id,
        decode: (json) => aboutBatch(id, decodeBatchResults(json, id)),
      })),
    listBatches: (page = {}, options = {}) =>
      call(options, ({ decodeList, decodeBatch }) => ({
        operation: 'listBatches',
        kind: 'read',
        query: toQuery(page),
        decode: (json) => decodeList(json, decodeBatch),
      })),
    cancelBatch: (id, options = {}) =>
      call(options, ({ decodeCancelledBatch }) => ({
        operation: 'cancelBatch',
        kind: 'spend',
        id,
        decode: decodeCancelledBatch,
      })),
  };
}

/** A service without this operation may answer anything that is no account. */
function accountCall(call: CallWith): Operations['getAccount'] {
  return async (options = {}) => {
    try {
      return await call(options, ({ decodeAccount }) => ({
        operation: 'getAccount',
        kind: 'read',
        decode: decodeAccount,
      }));
    } catch (error) {
      if (isMailvetError(error) && (error.code === 'refused' || error.code === 'bad_answer')) {
        return undefined;
      }
      throw error;
    }
  };
}

function toQuery({ limit, skip }: PageOptions): Readonly<Record<string, number | undefined>> {
  return { limit, skip };
}

/** An object without a single field of a verification is some other answer. */
function rejectEmptyVerification(verification: Verification | undefined): Verification | undefined {
  if (!verification) return undefined;
  const values = Object.values(verification);
  return values.some((value) => value !== undefined) ? verification : undefined;
}

/** The verification, in the spelling that was asked about. Throws for one of another address. */
function aboutAddress(
  asked: string,
  verification: Verification | undefined,
  baseUrl: string,
): Verification | undefined {
  const named = verification?.email;
  if (named === undefined || isAboutAddress(asked, named)) {
    return verification && { ...verification, email: asked };
  }
  throw new MailvetError(
    'bad_answer',
    `${new URL(baseUrl).host} answered about another address than it was asked about`,
    { hint: 'The fault is the service’s: try again later, or report it to its operator' },
  );
}

/** Undefined for the results of another batch than the one asked for, or of more than a batch has. */
function aboutBatch(id: string, results: BatchResults | undefined): BatchResults | undefined {
  if (results?.batch.id !== id || results.entries.length > MAX_BATCH_SIZE) return undefined;
  return results;
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw new MailvetError('config', 'The API key is empty or holds characters that no key has', {
    hint: 'Copy it again, without spaces or line breaks',
  });
}

interface Lazy {
  get(): Promise<Connections>;
  giveUp(): void;
  close(): Promise<void>;
}

function lazily(open: () => Promise<Connections>): Lazy {
  let opened: Promise<Connections> | undefined;
  // The caller has the error that they could not be opened with.
  const found = async () => await opened?.catch(() => undefined);
  return {
    get: () => {
      opened ??= open();
      return opened;
    },
    giveUp: () => void found().then((connections) => connections?.giveUp()),
    // Destroyed rather than closed: a request that was given up must not keep the program alive.
    async close() {
      const connections = await found();
      connections?.giveUp();
      await connections?.dispatcher.destroy();
    },
  };
}
