import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal, in a time that does not depend on where they differ. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
