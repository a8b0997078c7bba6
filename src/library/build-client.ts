import { createServiceClient } from '../client/create-client.ts';
import type { ServiceClient } from '../client/service-client.ts';
import type { ClientDeps } from '../client/settings.ts';
import { adoptingCreate } from './adopt-lost-batch.ts';
import { checkNumbers, checkTexts } from './check-options.ts';
import type { Client, ClientOptions } from './client-api.ts';

type Deps = Pick<ClientDeps, 'clock' | 'random'>;

/** The public client over the one that the command line uses. */
export function buildClient(options: ClientOptions, { clock, random }: Deps): Client {
  const { env = process.env, onWait, debug, adoptLostBatches = true, ...settings } = options;
  const { baseUrl, apiKey, tryTimeout, retries } = settings;
  checkTexts({ baseUrl, apiKey });
  checkNumbers('', { retries });
  checkNumbers('', { tryTimeout }, 1);
  const client = createServiceClient(settings, { clock, random, env, onWait, debug });
  return adoptLostBatches ? withAdoption(client, clock) : client;
}

function withAdoption(client: ServiceClient, clock: Deps['clock']): Client {
  return { ...client, createBatch: adoptingCreate(client, clock) };
}
