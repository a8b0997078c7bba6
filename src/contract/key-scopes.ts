import type { ServiceOperation } from './routes.ts';

/** What an API key may be used for. */
export const KEY_SCOPES = ['verify', 'read', 'manage'] as const;
/** One thing that an API key may be used for. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a key with the scope can do, in words. */
export const SCOPE_TEXTS: Readonly<Record<KeyScope, string>> = {
  verify: 'verify addresses, create and cancel batches',
  read: 'read the history, and batches with their results',
  manage: 'delete batches, change the suppression list',
};

/** The scope that each operation needs; null: every key will do, since it asks about itself. */
export const OPERATION_SCOPES: Readonly<Record<ServiceOperation, KeyScope | null>> = {
  verify: 'verify',
  createBatch: 'verify',
  cancelBatch: 'verify',
  listVerifications: 'read',
  getBatch: 'read',
  listBatches: 'read',
  deleteBatch: 'manage',
  listSuppressions: 'read',
  addSuppressions: 'manage',
  removeSuppression: 'manage',
  getAccount: null,
};
