import type { Invocation } from '../invocation.ts';
import { type OpenService, openRemote } from './remote.ts';
import type { ResolvedService } from './resolve.ts';

/** Opens the service that was resolved; the embedded one is loaded only where it is the one. */
export async function openService(
  invocation: Invocation,
  service: ResolvedService,
): Promise<OpenService> {
  if (service.kind === 'remote') return await openRemote(invocation, service);
  const { openEmbedded } = await import('./embedded.ts');
  return await openEmbedded(invocation, service);
}
