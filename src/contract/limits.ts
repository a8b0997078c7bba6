import { DAY_MS } from '../lib/time-units.ts';

/** Limits and defaults of the interface, version 1.0.0. */
export const API_VERSION = '1.0.0';
/** Addresses of a batch, at least. */
export const MIN_BATCH_SIZE = 1;
/** Addresses of a batch, at most. */
export const MAX_BATCH_SIZE = 1000;
/** Characters of an address in a request: far more than any address has (RFC 5321: 254 octets). */
export const MAX_ADDRESS_LENGTH = 1000;
/** Verifications of a page, where none is asked for. */
export const DEFAULT_VERIFICATIONS_LIMIT = 100;
/** Batches of a page, where none is asked for. */
export const DEFAULT_BATCHES_LIMIT = 50;
/** Suppressions of a page, where none is asked for. */
export const DEFAULT_SUPPRESSIONS_LIMIT = 100;
/** Items before a page, where none is asked for. */
export const DEFAULT_SKIP = 0;
/** The highest score; the lowest is 0. */
export const MAX_SCORE = 100;
/** Lifetime of a cached verification result, in milliseconds (90 days). */
export const CACHE_LIFETIME_MS = 90 * DAY_MS;

/** The share of a quota from which on a team is warned. */
export const NEARLY_REACHED = 0.8;
