import { createHmac } from 'node:crypto';
import { secureToken } from '../../lib/secure-token.ts';
import type { VerifierMemory } from '../../service/ports.ts';

/** Hashes an address with the key of the installation: without the key nobody can try addresses. */
export type HashAddress = (entry: string) => string;

/** Of the secret that holds it. */
export const KEY_NAME = 'outcome-addresses';
const KEY_LENGTH = 43;

/** The key is made with the first outcome, and read once. */
export function addressHashes(memory: Pick<VerifierMemory, 'secret'>): () => Promise<HashAddress> {
  let found: Promise<HashAddress> | undefined;
  return () => {
    found ??= memory.secret(KEY_NAME, secureToken(KEY_LENGTH)).then(
      (key) => (entry: string) => createHmac('sha256', key).update(entry).digest('base64url'),
      (error: unknown) => {
        found = undefined;
        throw error;
      },
    );
    return found;
  };
}
