import type { ServiceClient } from '../../client/service-client.ts';
import type { Invocation } from '../invocation.ts';
import { findService, normaliser } from './find.ts';
import { openRemote } from './remote.ts';

/** The service that a command works with. */
export interface OpenService extends AsyncDisposable {
  readonly client: ServiceClient;
  /** Tells services apart, from run to run: the base URL, or `embedded:<database path>`. */
  readonly identity: string;
  readonly embedded: boolean;
}

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
