import type { ServiceClient } from '../../client/service-client.ts';

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

  function guarded<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return async (...parameters) => {
      if (failure) throw failure;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      underWay.add(reject);
      call(...parameters).then(resolve, reject);
      try {
        return await promise;
      } finally {
        underWay.delete(reject);
      }
    };
  }

  return {
    baseUrl: client.baseUrl,
    verify: guarded(client.verify),
    listVerifications: guarded(client.listVerifications),
    createBatch: guarded(client.createBatch),
    getBatch: guarded(client.getBatch),
    listBatches: guarded(client.listBatches),
    cancelBatch: guarded(client.cancelBatch),
    idempotencyLifetime: () => client.idempotencyLifetime(),
    close: () => client.close(),
  };
}
