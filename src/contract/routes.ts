/** Paths of the interface, relative to the base URL. `{id}` is a path parameter. */
export const ROUTES = {
  verify: { method: 'POST', path: '/api/v1/verify' },
  listVerifications: { method: 'GET', path: '/api/v1/verifications' },
  createBatch: { method: 'POST', path: '/api/v1/verify/batch' },
  getBatch: { method: 'GET', path: '/api/v1/batches/{id}' },
  listBatches: { method: 'GET', path: '/api/v1/batches' },
  cancelBatch: { method: 'POST', path: '/api/v1/batches/{id}/cancel' },
} as const;

/**
 * Asks for `detail` like `?include=detail` (RFC 7240). A service that does not know a preference
 * ignores it, so that a client need not know whose service it talks to.
 */
export const PREFER_DETAIL = 'include=detail';

/** An operation of the interface. */
export type Operation = keyof typeof ROUTES;

/** The path of an operation with its identifier filled in, percent-encoded. */
export function operationPath(operation: Operation, id?: string): string {
  return ROUTES[operation].path.replace('{id}', encodeURIComponent(id ?? ''));
}
