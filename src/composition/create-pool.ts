import { randomUUID } from 'node:crypto';
import type { Store } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { VerifierPort } from '../service/verifications/verifier-port.ts';
import { type EmbeddedSettings, SERVICE_DEFAULTS } from '../settings/service.ts';
import { VERIFIER_DEFAULTS, type VerifierOptions } from '../settings/verifier.ts';
import { PartPool } from '../worker/part-pool.ts';
import { mayBeAlive, ownerIdentity } from '../worker/process-identity.ts';
import type { ServeDeps } from './serve-deps.ts';

/** Many processes that look at once would come back together for ever. */
const LOOK_MS = { least: 250, most: 2000 };

interface PoolParts {
  readonly settings: EmbeddedSettings;
  readonly deps: ServeDeps;
  readonly store: Store;
  readonly verifier: VerifierPort;
  readonly observe: Observe;
}

/** The pool that works on the parts of this process's batches. */
export function createPool({ settings, deps, store, verifier, observe }: PoolParts): PartPool {
  const { clock, random } = deps;
  const lookEvery = () => LOOK_MS.least + random() * (LOOK_MS.most - LOOK_MS.least);
  return new PartPool(
    {
      workers: settings.workers ?? SERVICE_DEFAULTS.workers,
      owner: ownerIdentity(randomUUID()),
      mayBeAlive,
      stuckAfter: stuckAfter(settings.verifier),
      lookEvery,
    },
    {
      parts: store.parts,
      retention: store.retention,
      store,
      verifier,
      clock,
      random,
      observe,
    },
  );
}

/** The longest pause of a healthy batch: a greylisting delay, then a host's pause and its turn. */
function stuckAfter({
  greylistRetries = VERIFIER_DEFAULTS.greylistRetries,
  patience = 0,
}: VerifierOptions = {}): number {
  return Math.max(patience, ...greylistRetries) + 30 * 60_000;
}
