import type { ServiceClient } from '../../client/service-client.ts';
import type { ReachabilityLog } from './reachability-log.ts';

/** A client whose results are noted in the log as they come. */
export function watchedClient(client: ServiceClient, log: ReachabilityLog): ServiceClient {
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
