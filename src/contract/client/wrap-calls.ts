import type { ServiceClient } from './service-client.ts';

/** The client with each of its operations called through `around`. */
export function wrapCalls(
  client: ServiceClient,
  around: <Result>(call: () => Promise<Result>) => Promise<Result>,
): ServiceClient {
  function wrapped<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return (...parameters) => around(() => call(...parameters));
  }
  return {
    ...client,
    verify: wrapped(client.verify),
    listVerifications: wrapped(client.listVerifications),
    createBatch: wrapped(client.createBatch),
    getBatch: wrapped(client.getBatch),
    listBatches: wrapped(client.listBatches),
    cancelBatch: wrapped(client.cancelBatch),
    getAccount: wrapped(client.getAccount),
    findLedger: wrapped(client.findLedger),
    importResults: wrapped(client.importResults),
    learnOutcomes: wrapped(client.learnOutcomes),
    addSuppressions: wrapped(client.addSuppressions),
    getAccuracy: wrapped(client.getAccuracy),
  };
}
