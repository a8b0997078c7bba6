import { type DisposableList, findDisposableList } from '../../address/disposable.ts';
import { domainOf } from '../../lib/address-parts.ts';
import type { AddressOutcome } from './outcome.ts';

/** Which list calls the domain of an outcome, or its mail host, disposable; undefined where none does. */
export function disposableListOf({
  email,
  temporary,
  mxHost,
}: AddressOutcome): DisposableList | undefined {
  if (!temporary) return undefined;
  return findDisposableList(domainOf(email).toLowerCase(), mxHost);
}
