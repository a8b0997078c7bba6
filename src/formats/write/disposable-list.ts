import { type DisposableList, findDisposableList } from '../../address/disposable.ts';
import { domainOf } from '../../lib/address-parts.ts';
import type { JudgedAddress } from './judged-row.ts';

/** Which list calls the domain of an address, or its mail host, disposable; undefined where none does. */
export function disposableListOf({
  email,
  temporary,
  mxHost,
}: JudgedAddress): DisposableList | undefined {
  if (!temporary) return undefined;
  return findDisposableList(domainOf(email).toLowerCase(), mxHost);
}
