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

/** Operations that our service has beside the interface; others may not have them. */
export const EXTENSION_ROUTES = {
  getAccount: { method: 'GET', path: '/api/v1/account' },
  deleteBatch: { method: 'DELETE', path: '/api/v1/batches/{id}' },
  listSuppressions: { method: 'GET', path: '/api/v1/suppressions' },
  addSuppressions: { method: 'POST', path: '/api/v1/suppressions' },
  findLedger: { method: 'POST', path: '/api/v1/ledger' },
  importResults: { method: 'POST', path: '/api/v1/imports' },
  learnOutcomes: { method: 'POST', path: '/api/v1/outcomes' },
  getAccuracy: { method: 'POST', path: '/api/v1/accuracy' },
  removeSuppression: { method: 'DELETE', path: '/api/v1/suppressions/{id}' },
} as const;

/** An operation of the interface. */
export type Operation = keyof typeof ROUTES;

/** All operations of our service. */
export const SERVICE_ROUTES = { ...ROUTES, ...EXTENSION_ROUTES };
/** An operation of our service. */
export type ServiceOperation = keyof typeof SERVICE_ROUTES;

/** The path of an operation with its identifier filled in, percent-encoded. */
export function operationPath(operation: ServiceOperation, id?: string): string {
  return SERVICE_ROUTES[operation].path.replace('{id}', encodeURIComponent(id ?? ''));
}
