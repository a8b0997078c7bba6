import { type OpenService, openRemote } from './connect.ts';
import { findService, normaliser } from './find-service.ts';
import type { Invocation } from './invocation.ts';

/** Opens the service that flags, environment and config file name, or else the embedded one. */
export async function openService(invocation: Invocation): Promise<OpenService> {
  const resolved = await findService(invocation);
  if (resolved.kind === 'remote') return openRemote(invocation, resolved);
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(invocation);
}

/** The identity that `openService` would give, without opening anything. */
export async function identityOfService(invocation: Invocation): Promise<string> {
  const resolved = await findService(invocation);
  if (resolved.kind === 'remote') return normaliser(invocation)(resolved.baseUrl.value);
  const { embeddedIdentity } = await import('./embedded.ts');
  return embeddedIdentity(invocation.context);
}
