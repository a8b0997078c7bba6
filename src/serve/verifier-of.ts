import type { Observe } from '../service/service-event.ts';
import type { VerifierNotice } from '../verifier/create-verifier.ts';
import type { StuckWork } from '../verifier/stuck.ts';
import type { Verifier } from '../verifier/verifier.ts';
import type { EmbeddedSettings, ServeDeps } from './settings.ts';

/** The verifier that was handed in, or one built from the settings. */
export async function verifierOf(
  { verifier: options = {} }: EmbeddedSettings,
  { verifier, clock, random }: ServeDeps,
  observe: Observe,
): Promise<Verifier> {
  if (verifier) return verifier;
  const { createVerifier } = await import('../verifier/create-verifier.ts');
  const { dns, ...same } = options;
  const onNotice = (event: VerifierNotice) => observe({ event });
  const onStuck = (stuck: StuckWork) => observe({ event: 'verifier_stuck', ...stuck });
  return createVerifier(
    { ...same, ...(dns && { dnsServers: dns }) },
    { clock, random, onNotice, onStuck },
  );
}
