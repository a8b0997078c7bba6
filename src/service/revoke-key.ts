import { MailvetError } from '../errors.ts';
import type { ServiceContext } from './ports.ts';
import type { KeyRecord } from './records.ts';

/** Rejects with `input` for an unknown id. */
export async function revokeKey(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  id: string,
): Promise<KeyRecord> {
  const key = await store.keys.revoke(id, clock.now());
  if (key) return key;
  throw new MailvetError('input', `There is no key "${id}"`, {
    hint: 'mailvet admin key list shows them all',
  });
}
