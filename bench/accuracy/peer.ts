/** What the adapters of verifiers share. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Loads what bench/peers installs. */
export const requirePeer = createRequire(new URL('../peers/package.json', import.meta.url));

/** The version of a package in bench/peers. */
export function versionOf(name: string): string {
  const file = new URL('../peers/package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).dependencies[name];
}

/** An address that exists in the world, for verifiers that name a sender. */
export const SENDER = 'ann@mv--plain.com';
export const HELO = 'mx.mv--plain.com';
/** Milliseconds for whatever time-out a verifier lets its user choose: RFC 5321 asks for patience. */
export const TIME_LIMIT = 30_000;
