/** Verifications that are answered from the cache, as many as clients ask for. */
import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CACHE_LIFETIME_MS } from '../../src/contract/limits.ts';
import { openStore } from '../../src/store/open-store.ts';
import { foundResult } from '../../test/support/found-result.ts';
import type { Listening } from '../metered.ts';
import type { Load, LoadResult } from './load.ts';

export const CACHED_EMAIL = 'ada@example.com';

/** Settings of the service, as in deploy/. */
export const NODE_FLAGS = ['--max-semi-space-size=8'];

/** Puts the answer into the service's cache: what is under `sandbox.test` is never cached. */
export async function keepAnswer(database: string): Promise<object> {
  const store = await openStore(database);
  const team = await store.teams.findByName('default');
  const now = Date.now();
  const [email, result] = [CACHED_EMAIL, foundResult()];
  const keep = { key: email, expiresAt: now + CACHE_LIFETIME_MS };
  await store.team(team?.id ?? '').recordVerification({ email, result, at: now, keep });
  await store.close();
  return { email, ...result.facts };
}

/** Clients ask for it again and again, in a process of their own. */
export async function runLoad(
  { url, key }: Listening,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<LoadResult> {
  const request = requestOf(url, key);
  const load: Load = { url, request, connections, milliseconds: seconds * 1000 };
  const program = fileURLToPath(new URL('load.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await json(child.stdout)) as LoadResult;
}

function requestOf(url: string, key: string): string {
  const body = JSON.stringify({ email: CACHED_EMAIL });
  return [
    'POST /api/v1/verify HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
