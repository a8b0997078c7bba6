import { createHash } from 'node:crypto';
import type { Provider } from './provider.ts';

/** Stands for the limits of all providers: the same in processes that keep to the same ones. */
export function digestLimits(providers: readonly Provider[], maxConnections?: number): string {
  const limits = providers
    .map(({ id, mx, limits }) => [id, mx, Object.entries(limits ?? {}).sort(byName)] as const)
    .sort(byName);
  const text = JSON.stringify([maxConnections ?? null, limits]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function byName([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) {
  return one < other ? -1 : Number(one > other);
}
