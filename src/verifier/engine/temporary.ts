import { isDisposable, isDisposableMx } from '../../address/disposable.ts';
import { readDomainLists } from '../../address/free.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';

/** Names remembered of each kind. */
const MAX_NAMES = 10_000;

/**
 * Whether a domain, or one of the hosts behind it, belongs to a throw-away service. The lists of such
 * services are searched once for a name: batches have domains in common, and domains hosts.
 */
export function createTemporaryCheck(): (domain: string, hosts: readonly string[]) => boolean {
  const isTemporaryDomain = remembered(isDisposable);
  const isTemporaryHost = remembered(isDisposableMx);
  return (domain, hosts) => isTemporaryDomain(domain) || hosts.some(isTemporaryHost);
}

/** Reads the lists now, with those of webmail, and not for the first domain. */
export function readNameLists(): void {
  readDomainLists();
}

function remembered(find: (name: string) => boolean): (name: string) => boolean {
  const found = new BoundedMap<string, boolean>(MAX_NAMES);
  return (name) => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const is = find(name);
    found.set(name, is);
    return is;
  };
}
