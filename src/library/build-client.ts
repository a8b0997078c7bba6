import { randomUUID } from 'node:crypto';
import type { ClientDeps } from '../client/client-settings.ts';
import { createServiceClient } from '../client/create-client.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { MAX_IDEMPOTENCY_KEY } from '../contract/idempotency.ts';
import { isMailvetError, MailvetError } from '../errors.ts';
import { backoffDelay } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import { adoptingCreate } from './adopt-lost-batch.ts';
import { checkNumbers, checkTexts } from './check-options.ts';
import type { Client, ClientOptions } from './client-api.ts';
import { rejectingOwnWords, throwingOwnWords } from './own-words.ts';

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
  return rejectingOwnWords(adoptLostBatches ? withAdoption(client, clock) : client);
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
