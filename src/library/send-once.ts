import { randomUUID } from 'node:crypto';
import type { ServiceClient } from '../client/service-client.ts';
import { MAX_IDEMPOTENCY_KEY } from '../contract/idempotency.ts';
import { isMailvetError, MailvetError } from '../errors.ts';
import { backoffDelay } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';

/** POSTs of one batch at most, to a service that remembers keys. */
const MAX_POSTS = 4;
const BACKOFF = { first: 1000, max: 10_000 };

/**
 * Create Batch with an idempotency key. Where an answer is lost and the service is known to remember
 * keys, the batch is sent again: the same key gets what the first POST became.
 */
export function sendingOnce(client: ServiceClient, clock: Clock): ServiceClient['createBatch'] {
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
