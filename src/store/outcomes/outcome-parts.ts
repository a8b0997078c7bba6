import type { DatabaseParts } from '../database-parts.ts';
import type { HashAddress } from './address-hash.ts';

/** What statements about outcomes need. */
export type OutcomeParts = Pick<
  DatabaseParts,
  'db' | 'textSets' | 'findByMailbox' | 'givenRows' | 'readAside'
> & {
  readonly hashes: () => Promise<HashAddress>;
};
