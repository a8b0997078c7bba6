import { StoredDetailSchema } from '../../contract/detail.ts';
import { expandDetail } from './detail-phrases.ts';
import { wholeDetail } from './shared-detail.ts';

/** Whether a row of `details` is what was stored: the rest of it stands beside the result. */
export function isReadableDetail(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const whole = wholeDetail({ text: expandDetail(text), checkedAt: 0 }, 'a@example.com');
  try {
    return StoredDetailSchema.safeParse(JSON.parse(whole)).success;
  } catch {
    return false;
  }
}
