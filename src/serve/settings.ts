import type { Clock } from '../lib/clock.ts';
import type { ServiceEvent } from '../service/service-event.ts';
import type { Verifier } from '../verifier/verifier.ts';
import type { JsonSetting } from './json-setting.ts';

/** Settings of the service's verifier. Absent ones have defaults. */
export interface VerifierOptions {
  /** Name said in EHLO; default: the machine's own full name. */
  readonly helo?: string;
  /** Envelope sender; default `<>`, or `postmaster@` the HELO name where that is refused. */
  readonly sender?: string;
  /** Resolvers as `ip`, `ip:port` or `[ip]:port`; default: the system's. */
  readonly dns?: readonly string[];
  /** False: answers of resolvers are not checked, for closed networks without a DNS root. */
  readonly dnsCheck?: boolean;
  /** Special-purpose networks (CIDR) to which connections are allowed, such as `127.0.0.0/8`. */
  readonly allowNetwork?: readonly string[];
  /** Connections at a time to one provider, at most; default: what its entry says, else two. */
  readonly providerConnections?: number;
  /** Entries or values of the provider table that replace those that come along, or add to them. */
  readonly providers?: JsonSetting;
  /** The addresses to leave by; default: the one that the system chooses. */
  readonly egress?: JsonSetting;
  /** Waits before each further try of a greylisted address, in milliseconds. */
  readonly greylistRetries?: readonly number[];
  /** Milliseconds that a batch waits after its last result. */
  readonly patience?: number;
  /** Whether results keep what they rest on, so that they can be judged again; default true. */
  readonly evidence?: boolean;
}

export interface EmbeddedSettings {
  /**
   * A PostgreSQL URL, or the path of the SQLite file, which is created when it is missing, in a folder
   * that is there.
   */
  readonly database: string;
  /** The PostgreSQL URL for what a pooler in transaction mode can't do; default: `database`. */
  readonly databaseDirect?: string;
  /** Batches worked on side by side by this process; 0: none. Default: DEFAULT_WORKERS (create-pool.ts). */
  readonly workers?: number;
  readonly verifier?: VerifierOptions;
}

export interface ServiceSettings extends EmbeddedSettings {
  /** Address to listen on, such as `127.0.0.1`. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /**
   * Where people reach the dashboard, such as `https://verify.example.com`; default: where we
   * listen.
   */
  readonly publicUrl?: string;
  /** Addresses and networks (CIDR) of proxies whose `X-Forwarded-For` or `Forwarded` is believed. */
  readonly trustProxy?: readonly string[];
  /** Requests per second per team; 0: no limit. Default 200. */
  readonly rateLimit?: number;
  /** Batches that a team may have pending or processing at a time. Default 100. */
  readonly openBatches?: number;
  /**
   * Folder of the files of uploaded lists; `database`: they lie in PostgreSQL; `off`: this node has
   * neither lists nor a dashboard. Default: beside the SQLite file, or where the database has them.
   */
  readonly lists?: string;
  /**
   * Where they are that lie in a folder, unless another is named; beside it are copies of those in the
   * database. Default: beside the SQLite file.
   */
  readonly listFolder?: string;
  /** Bytes on disk that the uploaded lists of a team may take. Default 5 GB. */
  readonly listStorage?: number;
  /** Bytes that a team may store beside its lists, of what costs nothing. Default 500 MB. */
  readonly teamStorage?: number;
  /** Access to `/metrics`: off, clients on this machine (the default), or public. */
  readonly metrics?: 'off' | 'local' | 'public';
  /** Days after which a verification leaves the history; absent: never. */
  readonly keepHistory?: number;
  /** Days after its creation for which a batch that has ended is kept; absent: never deleted. */
  readonly keepBatches?: number;
}

/** A process that works on batches and answers no requests but those about itself. */
export interface WorkerSettings
  extends EmbeddedSettings,
    Pick<ServiceSettings, 'host' | 'port' | 'metrics'> {}

export interface ServeDeps {
  readonly clock: Clock;
  /** A number in [0, 1), for jitter; keys and ids come from the machine's secure source. */
  readonly random: () => number;
  /** Receives all events. */
  readonly log?: (entry: LogEntry) => void;
  /** Instead of the verifier built from the settings. */
  readonly verifier?: Verifier;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One thing worth a line in the log: never a key, and an address in `email` alone. */
export type LogEntry = ServiceEvent & { readonly level: LogLevel };
