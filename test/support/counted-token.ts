import { createHash } from 'node:crypto';

/** Tokens that all differ, and are the same in each world: no text holds a given word by chance. */
export function countedTokens(): (length: number) => string {
  let count = 0;
  return (length) =>
    createHash('sha512').update(`token ${count++}`).digest('base64url').slice(0, length);
}
