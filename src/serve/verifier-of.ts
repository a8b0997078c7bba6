import type { Verifier } from '../verifier/verifier.ts';
import type { EmbeddedSettings, ServeDeps } from './settings.ts';

/** The verifier that was handed in, or one built from the settings. */
export async function verifierOf(
  { verifier: options = {} }: EmbeddedSettings,
  { verifier, clock, random }: ServeDeps,
): Promise<Verifier> {
  if (verifier) return verifier;
  const { createVerifier } = await import('../verifier/create-verifier.ts');
  const { dns, ...same } = options;
  return createVerifier({ ...same, ...(dns && { dnsServers: dns }) }, { clock, random });
}
