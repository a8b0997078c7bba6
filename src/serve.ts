/**
 * Puts the service together: store, verifier, workers and HTTP; starts and stops them in order.
 * Loaded by dynamic import only, so that a command against a remote service never loads a server.
 */
import type { Clock } from './lib/clock.ts';
import type { Verifier } from './verifier/verifier.ts';

/** How the service's own verifier looks at the mail world. What is left out has a default. */
export interface VerifierOptions {
  /** Name said in EHLO; default: the machine's own full name. */
  readonly helo?: string;
  /** Envelope sender; default `<>`, or `postmaster@` the HELO name where that is refused. */
  readonly sender?: string;
  /** Resolvers as `ip` or `ip:port`; default: the system's. */
  readonly dns?: readonly string[];
  /** Networks (CIDR) that may be connected to although they are special, such as `127.0.0.0/8`. */
  readonly allowNetwork?: readonly string[];
  /** Connections at a time to one provider. */
  readonly providerConnections?: number;
  /** Waits before each further try of a greylisted address, in milliseconds. */
  readonly greylistRetries?: readonly number[];
}

export interface EmbeddedSettings {
  /** Path of the SQLite file; it and its folder are created when they are missing. */
  readonly database: string;
  /** Batches worked on side by side by this process; 0: none. Default 4. */
  readonly workers?: number;
  readonly verifier?: VerifierOptions;
}

export interface ServiceSettings extends EmbeddedSettings {
  /** Address to listen on, such as `127.0.0.1`. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface ServeDeps {
  readonly clock: Clock;
  /** A number in [0, 1), for jitter; keys and ids come from the machine's secure source. */
  readonly random: () => number;
  /** Told what nobody is there to see: an unexpected error behind a 500, a batch that failed. */
  readonly log?: (entry: LogEntry) => void;
  /** Instead of the verifier built from the settings. */
  readonly verifier?: Verifier;
}

/** One thing worth a line in the log: never a key, never an address. */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly event: string;
  readonly requestId?: string;
  readonly batchId?: string;
  readonly error?: unknown;
}

export interface RunningService {
  /** Base URL without a trailing slash, such as `http://127.0.0.1:8025`. */
  readonly url: string;
  readonly address: { readonly host: string; readonly port: number };
  /** The key of team `default`, shown once: present only at the first start on an empty database. */
  readonly firstKey?: string;
  /**
   * Stops taking requests, lets those under way finish, hands back the batches, closes the store.
   * Ends within 30 s; may be called more than once.
   */
  close(): Promise<void>;
}

export interface EmbeddedService extends RunningService {
  /** A key of team `default` that lives in this process's memory alone. */
  readonly apiKey: string;
}

export interface TeamInfo {
  readonly id: string;
  readonly name: string;
  /** Verifications a month (UTC); null: unlimited. */
  readonly quota: number | null;
  /** Verifications charged or reserved in this month. */
  readonly used: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface KeyInfo {
  readonly id: string;
  /** Name of the team. */
  readonly team: string;
  readonly label: string | null;
  readonly lastFour: string;
  /** ISO 8601, UTC, as are the next two. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface CreatedKey extends KeyInfo {
  /** The key itself. It is stored nowhere: whoever loses it creates another. */
  readonly key: string;
}

/** Teams, quotas and keys of one database. Rejects with MailvetError `input` for an unknown team or key. */
export interface Admin {
  /** `quota` null: unlimited. */
  createTeam(name: string, quota: number | null): Promise<TeamInfo>;
  listTeams(): Promise<TeamInfo[]>;
  setQuota(team: string, quota: number | null): Promise<TeamInfo>;
  createKey(team: string, label: string | null): Promise<CreatedKey>;
  /** Of one team, or of all; oldest first, revoked ones included. */
  listKeys(team?: string): Promise<KeyInfo[]>;
  /** Revoked at once, also for a running service; a key revoked before keeps its first date. */
  revokeKey(id: string): Promise<KeyInfo>;
  close(): Promise<void>;
}

/**
 * Starts the service. Rejects with MailvetError `config` (port in use, no such address, PostgreSQL
 * URL, unwritable database) or `input` (the file is no SQLite database, or a newer one).
 */
export async function startService(
  _settings: ServiceSettings,
  _deps: ServeDeps,
): Promise<RunningService> {
  throw new Error('not written yet');
}

/** The same service on a free loopback port, with a key in memory for the team `default`. */
export async function startEmbedded(
  _settings: EmbeddedSettings,
  _deps: ServeDeps,
): Promise<EmbeddedService> {
  throw new Error('not written yet');
}

/** Opens a service's database for administration, also while the service runs. */
export async function openAdmin(
  _database: string,
  _deps: Pick<ServeDeps, 'clock'>,
): Promise<Admin> {
  throw new Error('not written yet');
}
