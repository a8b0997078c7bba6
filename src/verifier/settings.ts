import { randomBytes } from 'node:crypto';
import type { EgressSettings } from './egress/settings.ts';
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

/** Every setting has a default: `createVerifier({}, {})` is a working verifier. */
export interface VerifierSettings {
  /** HELO name: the machine's own full name. Never somebody else's domain: that gets a host listed. */
  readonly helo: string;
  /** Envelope sender; undefined: `<>`, and `postmaster@` the HELO name where that is refused. */
  readonly sender: string | undefined;
  /** Addresses to leave by; empty: the one that the system chooses, with `helo` and `sender`. */
  readonly egress: readonly EgressSettings[];
  /** Resolvers as `ip`, `ip:port` or `[ip]:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
  /** Whether a resolver has to prove itself before its denials are believed (dns/server-check.ts). */
  readonly dnsCheck: boolean;
  /** CIDR ranges that may be connected to although they are private or special. */
  readonly allowNetwork: readonly string[];
  /** The port of mail hosts. Anything but 25 is for tests. */
  readonly port: number;
  /**
   * Sessions held open at a time with one provider from one egress, at most; undefined: what its entry says
   * (providers/providers.json), else two.
   */
  readonly providerConnections: number | undefined;
  /** Entries that replace those of the table that comes along, or stand beside them. */
  readonly providers: readonly Provider[];
  /** Key of the hash that draws the random address of a domain: the same key, the same address. */
  readonly probeKey: string;
  /**
   * Sessions held open at a time in all. A fifth is kept for teams that hold few and for single
   * verifications (see session-slots.ts).
   */
  readonly connections: number;
  /** Milliseconds that a session without work stays open for the next batch; 0: it is closed at once. */
  readonly sessionIdle: number;
  /** Milliseconds after which a greylisted address is asked again, one after the other. */
  readonly greylistRetries: readonly number[];
  /** Milliseconds that a list waits beyond its last progress; undefined: what the retries add up to. */
  readonly patience: number | undefined;
  /** Milliseconds after which a list is reported with what is known. */
  readonly batchLimit: number;
  readonly limits: TimeLimits;
  /** Whether findings have what was observed, so that they can be judged again (judge.ts). */
  readonly evidence: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The limits of a verifier without settings, in milliseconds. */
export const DEFAULT_LIMITS: TimeLimits = {
  connect: 10 * SECOND,
  greeting: 30 * SECOND,
  command: 30 * SECOND,
  session: 90 * SECOND,
  single: 55 * SECOND,
};

/** All but the HELO name, which is the machine's. */
export const DEFAULT_SETTINGS: Omit<VerifierSettings, 'helo'> = {
  sender: undefined,
  egress: [],
  dnsServers: [],
  dnsCheck: true,
  allowNetwork: [],
  port: 25,
  providerConnections: undefined,
  providers: [],
  probeKey: randomBytes(16).toString('hex'),
  connections: 250,
  sessionIdle: 0,
  greylistRetries: [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  patience: undefined,
  batchLimit: 12 * 60 * MINUTE,
  limits: DEFAULT_LIMITS,
  evidence: true,
};
