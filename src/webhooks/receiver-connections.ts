import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../lib/clock.ts';
import type { Connect } from './judged-connection.ts';

/** Most servers close a connection that is idle for 5 s or more. */
const IDLE_MS = 4000;
/** After this long a name is looked up again. */
const LONGEST_USE_MS = 60_000;
/** Of one webhook; as many as it has attempts side by side. */
const MAX_IDLE = 20;

/** Where a request goes: an option of it beside Node's. */
export interface Target {
  readonly url: URL;
  /** Connections are shared by the requests of one webhook alone. */
  readonly webhookId: string;
  /** The request's. Node passes no signal on to what connects. */
  readonly signal: AbortSignal;
}

interface TargetArgs extends ClientRequestArgs {
  readonly target?: Target;
}

/** Keeps connections to judged addresses for the next message. Each new one is judged. */
export class ReceiverConnections extends Agent {
  readonly #connect: Connect;
  readonly #clock: Clock;
  readonly #openedAt = new WeakMap<Duplex, number>();

  constructor(connect: Connect, clock: Clock) {
    super({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE });
    this.#connect = connect;
    this.#clock = clock;
  }

  override getName({ target }: TargetArgs = {}): string {
    return `${target?.webhookId} ${target?.url.origin}`;
  }

  override createConnection(
    { target }: TargetArgs,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    if (!target) throw new Error('a request without a target');
    this.#connect(target.url, target.signal).then(
      (socket) => {
        this.#openedAt.set(socket, this.#clock.monotonic());
        callback(null, socket);
      },
      (error) => callback(error, undefined as never),
    );
  }

  /** Node closes the connection unless this returns true. */
  override keepSocketAlive(socket: Duplex): boolean {
    const age = this.#clock.monotonic() - (this.#openedAt.get(socket) ?? 0);
    return age < LONGEST_USE_MS && (super.keepSocketAlive(socket) as unknown) === true;
  }
}
