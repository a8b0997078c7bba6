/** Paths of the interface, relative to the base URL. `{id}` is a path parameter. */
export const ROUTES = {
  verify: { method: 'POST', path: '/api/v1/verify' },
  listVerifications: { method: 'GET', path: '/api/v1/verifications' },
  createBatch: { method: 'POST', path: '/api/v1/verify/batch' },
  getBatch: { method: 'GET', path: '/api/v1/batches/{id}' },
  listBatches: { method: 'GET', path: '/api/v1/batches' },
  cancelBatch: { method: 'POST', path: '/api/v1/batches/{id}/cancel' },
} as const;

export type Operation = keyof typeof ROUTES;

/** The path of an operation with its identifier filled in, percent-encoded. */
export function pathOf(operation: Operation, id?: string): string {
  return ROUTES[operation].path.replace('{id}', encodeURIComponent(id ?? ''));
}
