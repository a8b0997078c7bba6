import type { ClientSettings } from '../../contract/client/client-settings.ts';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { Invocation } from '../invocation.ts';
import { createClient, type OpenService, ReachabilityLog, withoutSignal } from './client.ts';
import type { RemoteService, ResolvedService } from './resolve.ts';

/** Opens the service that was resolved; the embedded one is loaded only where it is the one. */
export async function openService(
  invocation: Invocation,
  service: ResolvedService,
): Promise<OpenService> {
  if (service.kind === 'remote') return await openRemote(invocation, service);
  const { openEmbedded } = await import('./embedded.ts');
  return await openEmbedded(invocation, service);
}

/** Opens a remote service with the settings that were found. */
export async function openRemote(
  invocation: Invocation,
  remote: RemoteService,
  trying: Partial<ClientSettings> = {},
): Promise<OpenService> {
  const reachability = new ReachabilityLog({ isRemote: true });
  const credentials = { baseUrl: remote.baseUrl.value, apiKey: remote.apiKey.value };
  const onProblem = reachability.noteProblem;
  const client = await createClient(invocation, { ...credentials, ...trying }, { onProblem });
  return {
    client: watchedClient(client, reachability),
    clientAfterStop: () => createClient(withoutSignal(invocation), { ...credentials, retries: 0 }),
    embedded: false,
    reachability,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** A client whose results are noted in the log as they come. */
function watchedClient(client: ServiceClient, log: ReachabilityLog): ServiceClient {
  return {
    ...client,
    async verify(email, options) {
      const verification = await client.verify(email, options);
      log.noteResult(email, verification.detail);
      return verification;
    },
    async getBatch(id, options) {
      const results = await client.getBatch(id, options);
      for (const { email, result } of results.entries)
        if (result) log.noteResult(email ?? result.email ?? '', result.detail);
      return results;
    },
  };
}
