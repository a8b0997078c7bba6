import { randomBytes } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../lib/time-units.ts';
import { VERIFIER_DEFAULTS, type VerifierOptions } from '../settings/verifier.ts';
import type { EgressSettings } from './pacing/egress/egress-settings.ts';
import type { Provider } from './providers/provider.ts';

/** How long each step of a conversation may take, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** Exim and tarpits wait 20 to 30 s before they greet. */
  readonly greeting: number;
  readonly command: number;
  /** All of a session, from the connection on. */
  readonly session: number;
  /** A single verification answers within it, with what it knows by then. */
  readonly single: number;
}

/** Settings of users (settings/verifier.ts) without a default. */
type Unset = 'sender' | 'providerConnections' | 'patience';

type UserSettings = Required<Omit<VerifierOptions, 'providers' | 'egress' | Unset>> & {
  readonly [Name in Unset]: VerifierOptions[Name] | undefined;
};

/** Every setting has a default: `createVerifier({}, {})` is a working verifier. */
export interface VerifierSettings extends UserSettings {
  /** Addresses to leave by; empty: the one that the system chooses, with `helo` and `sender`. */
  readonly egress: readonly EgressSettings[];
  /** Entries that replace those of the table that comes along, or stand beside them. */
  readonly providers: readonly Provider[];
  /** The port of mail hosts. Anything but 25 is for tests. */
  readonly port: number;
  /** Key of the hash that draws the random address of a domain: the same key, the same address. */
  readonly probeKey: string;
  /**
   * Sessions held open at a time in all. A fifth is kept for teams that hold few and for single
   * verifications (see session-slots.ts).
   */
  readonly connections: number;
  /** Milliseconds that a session without work stays open for the next batch; 0: it is closed at once. */
  readonly sessionIdle: number;
  /** Milliseconds after which a list is reported with what is known. */
  readonly batchLimit: number;
  readonly limits: TimeLimits;
}

/** The limits of a verifier without settings, in milliseconds. */
export const DEFAULT_LIMITS: TimeLimits = {
  connect: 10 * SECOND_MS,
  greeting: 30 * SECOND_MS,
  command: 30 * SECOND_MS,
  session: 90 * SECOND_MS,
  single: 55 * SECOND_MS,
};

/** All but the HELO name, which is the machine's. */
export const DEFAULT_SETTINGS: Omit<VerifierSettings, 'helo'> = {
  ...VERIFIER_DEFAULTS,
  sender: undefined,
  egress: [],
  dns: [],
  allowNetwork: [],
  port: 25,
  providerConnections: undefined,
  providers: [],
  probeKey: randomBytes(16).toString('hex'),
  connections: 250,
  sessionIdle: 0,
  patience: undefined,
  batchLimit: 48 * 60 * MINUTE_MS,
  limits: DEFAULT_LIMITS,
};
