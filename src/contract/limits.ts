/** Limits and defaults of the interface, version 1.0.0. */
export const API_VERSION = '1.0.0';
export const MIN_BATCH_SIZE = 1;
export const MAX_BATCH_SIZE = 1000;
/** Characters of an address in a request: far more than any address has (RFC 5321: 254 octets). */
export const MAX_ADDRESS_LENGTH = 1000;
export const DEFAULT_VERIFICATIONS_LIMIT = 100;
export const DEFAULT_BATCHES_LIMIT = 50;
export const DEFAULT_SKIP = 0;
export const MAX_SCORE = 100;
/** Lifetime of a cached verification result, in milliseconds (90 days). */
export const CACHE_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;
