import { openDispatcher } from '../../client/dispatcher.ts';
import { httpTransport, sendOnce } from '../../client/transport.ts';
import { cancellableLookup } from '../../lib/cancellable-lookup.ts';
import { isObject } from '../../lib/json.ts';
import type { Context } from '../context.ts';
import { isRelease } from './release.ts';

/** For the whole look-up. */
export const LOOKUP_MS = 1000;

/** What describes the newest release at the registry that npm is set up to use. */
export async function registryDocument(): Promise<string> {
  const { default: registryUrl } = await import('registry-url');
  return new URL('mailvet/latest', registryUrl()).href;
}

/**
 * The newest release by the registry's document at `url`; undefined for any other answer, and without one. Of
 * this machine the request says nothing, not even which version it has. Rejects when the signal aborts.
 */
export async function findLatest(
  url: string,
  { env, clock }: Pick<Context, 'env' | 'clock'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lookup = cancellableLookup(signal);
  const { dispatcher, giveUp } = await openDispatcher({ baseUrl: url, lookup }, env);
  try {
    const request = { method: 'GET' as const, url: new URL(url), headers: HEADERS };
    const options = { transport: httpTransport(dispatcher), clock, timeout: LOOKUP_MS, signal };
    const { answer } = await sendOnce(request, options);
    if (answer?.status !== 200 || !('bytes' in answer.content)) return undefined;
    return releaseIn(answer.content.bytes);
  } finally {
    giveUp();
    void dispatcher.destroy();
  }
}

const HEADERS = { accept: 'application/json', 'user-agent': 'mailvet' };

function releaseIn(body: Buffer): string | undefined {
  const manifest: unknown = JSON.parse(body.toString());
  return isObject(manifest) && isRelease(manifest.version) ? manifest.version : undefined;
}
