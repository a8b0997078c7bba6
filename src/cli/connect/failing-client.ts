import type { ServiceClient } from '../../client/service-client.ts';
import { wrapCalls } from '../../client/wrap-calls.ts';

type OnFailure = (listener: (error: Error) => void) => void;

/**
 * A client whose calls end with the failure of the embedded service as soon as it is known: its
 * responses say less, and the client would retry them.
 */
export function failingClient(client: ServiceClient, onFailure: OnFailure): ServiceClient {
  const underWay = new Set<(error: Error) => void>();
  let failure: Error | undefined;
  onFailure((error) => {
    failure = error;
    for (const reject of underWay) reject(error);
  });

  return wrapCalls(client, async <Result>(call: () => Promise<Result>) => {
    if (failure) throw failure;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    underWay.add(reject);
    call().then(resolve, reject);
    try {
      return await promise;
    } finally {
      underWay.delete(reject);
    }
  });
}
