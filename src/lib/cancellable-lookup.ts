import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/**
 * Looks names up at the name servers of the system until the signal aborts. The system's own look-up can't be
 * given up: it keeps a process alive, for as long as a name server is silent. Names of /etc/hosts are not found.
 */
export function cancellableLookup(signal: AbortSignal): LookupFunction {
  return (name, { all }, callback) => {
    void addressesOf(name, signal).then((addresses) => {
      const [first] = addresses;
      if (!first) callback(Object.assign(new Error(`No address of ${name}`), NOT_FOUND), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const NOT_FOUND = { code: 'ENOTFOUND' };

async function addressesOf(name: string, signal: AbortSignal) {
  if (signal.aborted) return [];
  const resolver = new Resolver();
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener('abort', cancel);
  return found.flatMap((family, at) => {
    const addresses = family.status === 'fulfilled' ? family.value : [];
    return addresses.map((address) => ({ address, family: at === 0 ? 4 : 6 }));
  });
}
