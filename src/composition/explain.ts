import { randomBytes } from 'node:crypto';
import type { VerifierOptions } from '../settings/verifier.ts';
import { createVerifier } from '../verifier/create-verifier.ts';
import type { TraceEvent } from '../verifier/engine/trace.ts';
import { isSimulated } from '../verifier/sandbox/route-sandbox.ts';
import type { Finding } from '../verifier/verifier.ts';
import type { ServeDeps } from './serve-deps.ts';
import { toVerifierSettings } from './verifier-settings.ts';

/** A finding, and how it came about. */
export interface Explanation {
  readonly finding: Finding;
  readonly events: readonly TimedEvent[];
  /** The dialogue was one with a simulated host. */
  readonly isSandbox: boolean;
}

/** `after`: milliseconds since the start. */
type TimedEvent = TraceEvent & { readonly after: number };

type Deps = Pick<ServeDeps, 'clock' | 'random'> & { readonly signal: AbortSignal };

/** Verifies one address by an engine of its own, so that nothing known before shortens the story. */
export async function explainAddress(
  email: string,
  options: VerifierOptions,
  { clock, random, signal }: Deps,
): Promise<Explanation> {
  const began = clock.monotonic();
  const events: TimedEvent[] = [];
  const trace = (event: TraceEvent) =>
    void events.push({ after: Math.round(clock.monotonic() - began), ...event });
  const probeKey = randomBytes(16).toString('hex');
  const settings = { ...(await toVerifierSettings(options)), probeKey };
  const verifier = createVerifier(settings, { clock, random, trace });
  try {
    const finding = await verifier.verify(email, { signal });
    return { finding, events, isSandbox: isSimulated(email) };
  } finally {
    await verifier.close();
  }
}
