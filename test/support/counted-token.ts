import { createHash } from 'node:crypto';

let count = 0;

/** Tokens that all differ, and are the same in each run: no text holds a given word by chance. */
export function countedToken(length: number): string {
  return createHash('sha512').update(`token ${count++}`).digest('base64url').slice(0, length);
}
