import type { ServiceContext } from './ports.ts';
import { StoreError } from './store-error.ts';

/** Says which kind of error it was and what to do about it. False where it is none of the store's. */
export function observeStoreError(
  { observe }: Pick<ServiceContext, 'observe'>,
  requestId: string,
  error: unknown,
): boolean {
  if (!(error instanceof StoreError)) return false;
  const { kind, hint } = error;
  observe?.({ event: 'database_error', requestId, kind, error, hint });
  return true;
}
