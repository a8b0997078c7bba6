/** What a list takes, by the embedded service's database, DNS and the limits of providers. No host of the list is contacted. */
import { existsSync } from 'node:fs';
import { secureToken } from '../lib/secure-token.ts';
import {
  type Estimate,
  estimateAddresses,
  type KnownAnswers,
  storedAnswers,
} from '../service/lists/estimate.ts';
import { ensureDefaultTeam } from '../service/people/invitations.ts';
import type { Store } from '../service/ports.ts';
import type { VerifierOptions } from '../settings/verifier.ts';
import { openStore } from '../store/open-store.ts';
import { createVerifier, type RestMemory } from '../verifier/create-verifier.ts';
import type { ServeDeps } from './serve-deps.ts';
import { toVerifierSettings } from './verifier-settings.ts';

export type { Estimate, UndecidedCause } from '../service/lists/estimate.ts';

interface AddressesToPlan {
  readonly total: number;
  readonly portions: Iterable<readonly string[]>;
  /** Of the embedded service; absent: the service is elsewhere, and nothing is known of it. */
  readonly database: string | undefined;
  readonly verifier: VerifierOptions;
  /** Milliseconds for name servers. */
  readonly within?: number | undefined;
  /** `dns`: no mail host will be asked. */
  readonly mode?: 'dns' | undefined;
}

/** Milliseconds that somebody at a terminal waits for name servers. */
const LOOKUP_MS = 20_000;

export async function planAddresses(
  { database, verifier: options, within = LOOKUP_MS, ...addresses }: AddressesToPlan,
  deps: ServeDeps,
): Promise<Estimate> {
  // A plan leaves no database behind.
  const isKnown = database !== undefined && existsSync(database);
  const store = isKnown ? await openStore(database, deps) : undefined;
  try {
    const known = store ? await knownAnswers(store, deps) : NOTHING_KNOWN;
    const rests = await earlierRests(store, deps);
    const verifier = createVerifier(await toVerifierSettings(options), { ...deps, rests });
    try {
      // A service elsewhere has name servers and a port 25 of its own.
      const look = database === undefined ? async () => [] : verifier.look;
      const sources = { ...known, verifier: { ...verifier, look } };
      return await estimateAddresses(sources, { ...addresses, within });
    } finally {
      await verifier.close();
    }
  } finally {
    await store?.close();
  }
}

const NOTHING_KNOWN: KnownAnswers = {
  findCached: async () => new Map(),
  findSuppressed: async () => new Set(),
};

async function knownAnswers(store: Store, { clock }: ServeDeps): Promise<KnownAnswers> {
  const team = await ensureDefaultTeam({ store, clock, token: secureToken });
  return storedAnswers({ store, clock }, team.id);
}

async function earlierRests(store: Store | undefined, { clock }: ServeDeps): Promise<RestMemory> {
  const now = clock.now();
  const rests = (await store?.verifierMemory.rests(now)) ?? [];
  return {
    earlier: rests.map(({ until, ...rest }) => ({ ...rest, milliseconds: until - now })),
    keep: () => {},
  };
}
