import { createServiceClient } from '../client/create-client.ts';
import type { ServiceClient } from '../client/service-client.ts';
import type { ClientDeps } from '../client/settings.ts';
import { adoptingCreate } from './adopt-lost-batch.ts';
import { checkNumbers, checkTexts } from './check-options.ts';
import type { Client, ClientOptions } from './client-api.ts';
import { rejectingOwnWords, throwingOwnWords } from './own-words.ts';
import { sendingOnce } from './send-once.ts';

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
