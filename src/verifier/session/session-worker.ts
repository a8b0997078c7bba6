import { orAborted } from '../../lib/abort.ts';
import type { ProbeContext } from '../engine/probe-context.ts';
import type { Owner } from '../pacing/owner-queue.ts';
import type { SessionRequest } from '../pacing/pacing.ts';
import type { SessionEnding } from '../smtp/session-ending.ts';
import { ActiveSession, type PoolAccess, type SessionResult } from './active-session.ts';
import type { DomainJob } from './domain-job.ts';
import type { OpenHost } from './open-host.ts';

/** Milliseconds that a worker may take longer than its limits add up to. */
const SLACK = 30_000;
/** Look-ups of a host's addresses, and the addresses that are tried, each counted once. */
const LOOKUPS = 2;
const CONNECTIONS = 4;
/** EHLO, HELO, STARTTLS with its handshake, EHLO. */
const COMMANDS = 5;
const LOOKUP_LIMIT = 120_000;

/**
 * Opens one session after the other for its pool:
 *
 *   waiting ──place──▶ opening ──greeted──▶ serving ──closed──▶ waiting
 *      └──────────────────┴───── stop ─────────┴──▶ stopped: sockets freed without QUIT
 */
export class SessionWorker implements SessionRequest {
  phase: 'waiting' | 'opening' | 'serving' = 'waiting';
  /** The owner in whose turn it waits in line. */
  owner: Owner;
  readonly isLate: boolean;
  /** Resolves when its last socket is free. */
  readonly closed: Promise<void>;
  readonly #context: ProbeContext;
  readonly #end = new AbortController();
  readonly #closed = Promise.withResolvers<void>();
  #active: ActiveSession | undefined;
  #hasEnded = false;
  #since: number;

  constructor(context: ProbeContext, { owner, isLate }: Pick<SessionRequest, 'owner' | 'isLate'>) {
    this.#context = context;
    this.owner = owner;
    this.isLate = isLate;
    this.closed = this.#closed.promise;
    this.#since = context.clock.monotonic();
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get isStopped(): boolean {
    return this.#end.signal.aborted;
  }

  /** The job whose addresses its session asks for. */
  get job(): DomainJob | undefined {
    return this.#active?.job;
  }

  /** A description for a log. */
  get state(): string {
    const domain = this.job ? ` at ${this.job.recipients.domain}` : '';
    return `${this.phase}${domain} for ${this.#context.clock.monotonic() - this.#since} ms`;
  }

  /** Its state, where it takes longer than its own limits allow. The wait for a place has no limit. */
  get stuck(): string | undefined {
    if (this.phase === 'waiting') return undefined;
    return this.#context.clock.monotonic() - this.#since > this.#limit ? this.state : undefined;
  }

  note(state: 'waiting' | 'placed'): void {
    this.#enter(state === 'waiting' ? 'waiting' : 'opening');
  }

  /** Whether the owner would gain nothing by another worker. */
  representsOwner({ team, isSingle }: Owner): boolean {
    return this.owner.isSingle || (!isSingle && this.owner.team === team);
  }

  /** Frees the sockets without QUIT. */
  stop(): void {
    this.#end.abort(STOPPED);
  }

  /** No further session will be opened. */
  finish(): void {
    this.#hasEnded = true;
    if (!this.#active) this.#closed.resolve();
  }

  /** Serves jobs in a session. Answers count once the session has been closed, if at all. */
  async serve({ session, leave }: OpenHost, serving: PoolAccess): Promise<SessionResult> {
    this.#enter('serving');
    const active = new ActiveSession(this.#context, session, serving);
    this.#active = active;
    let ending: SessionEnding = 'cut_off';
    try {
      await orAborted(active.serveAll(this.signal), this.signal);
    } finally {
      ending = await session.close(serving.tolerance.finalCommand).finally(() => {
        leave();
        this.#active = undefined;
        if (this.#hasEnded) this.finish();
      });
    }
    // A stopped worker settles nothing.
    this.signal.throwIfAborted();
    return active.settle(ending);
  }

  #enter(phase: SessionWorker['phase']): void {
    this.phase = phase;
    this.#since = this.#context.clock.monotonic();
  }

  get #limit(): number {
    const { connect, greeting, command, session } = this.#context.limits;
    // Its end may take EHLO and QUIT.
    if (this.phase === 'serving') return session + 3 * command + SLACK;
    const once = LOOKUPS * LOOKUP_LIMIT + CONNECTIONS * connect + greeting + COMMANDS * command;
    // Once more where a host demands TLS.
    return 2 * once + SLACK;
  }
}

const STOPPED = new Error('the session is not needed any more');
