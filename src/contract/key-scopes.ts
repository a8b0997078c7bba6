import type { ServiceOperation } from './routes.ts';

/** What an API key may be used for. */
export const KEY_SCOPES = ['verify', 'read', 'manage', 'learn'] as const;
/** One thing that an API key may be used for. */
export type KeyScope = (typeof KEY_SCOPES)[number];

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
  findLedger: 'read',
  importResults: 'learn',
  learnOutcomes: 'learn',
  getAccuracy: 'read',
  getAccount: null,
};
