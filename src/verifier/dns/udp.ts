import { randomInt } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import type { Clock } from '../../lib/clock.ts';
import { setSharedAlarm } from '../../lib/shared-alarms.ts';
import type { DnsEndpoint } from './endpoint.ts';
import {
  type DnsResponse,
  type Exchange,
  encodeQuery,
  failure,
  type Query,
  readResponse,
} from './wire.ts';

/**
 * Asks a server by datagrams. Who guesses the port and the id of a question can forge its answer
 * (RFC 5452), so both are random: a socket on a port that the system chooses serves a few questions
 * and is closed with the last answer.
 */
export function openUdp(server: DnsEndpoint, clock: Clock): Exchange {
  let current: SharedSocket | undefined;
  return (query, limit) => {
    if (!current?.hasRoom) current = new SharedSocket(server, clock);
    return current.ask(query, limit);
  };
}

/** A socket for each question would cost twice the work. */
const MAX_QUESTIONS = 16;
/** Milliseconds after which a question is sent again, as it was: a datagram of many at once may be lost. */
const REPEAT_AFTER = 1000;

interface PendingQuery {
  readonly query: Query;
  settle(response: DnsResponse): void;
}

class SharedSocket {
  readonly #socket;
  readonly #clock: Clock;
  readonly #pending = new Map<number, PendingQuery>();
  #taken = 0;
  /** Where the server is, as the system writes it; undefined: not connected yet. */
  #peer: { readonly address: string; readonly port: number } | undefined;
  #isClosed = false;

  constructor(server: DnsEndpoint, clock: Clock) {
    this.#clock = clock;
    this.#socket = createSocket(server.host.includes(':') ? 'udp6' : 'udp4');
    this.#socket.on('message', (message, from) => this.#receive(message, from));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.once('connect', () => this.#start());
    // Connected, so that the system accepts only this server's datagrams and reports its refusals.
    this.#socket.connect(server.port, server.host);
  }

  get hasRoom(): boolean {
    return !this.#isClosed && this.#taken < MAX_QUESTIONS;
  }

  ask(query: Query, limit: number): Promise<DnsResponse> {
    this.#taken++;
    const id = this.#freeId();
    return new Promise((resolve) => {
      let cancelAlarm = () => {};
      const settle = (response: DnsResponse) => {
        cancelAlarm();
        this.#forget(id);
        resolve(response);
      };
      const pending = { query, settle };
      const deadline = this.#clock.monotonic() + limit;
      const wait = (most: number) => {
        const part = Math.min(most, REPEAT_AFTER);
        cancelAlarm = setSharedAlarm(this.#clock, part, () => {
          const left = Math.min(most - part, deadline - this.#clock.monotonic());
          if (left <= 0) return settle(failure('ETIMEOUT'));
          wait(left);
          // Behind the datagrams that a busy process has not read yet.
          setImmediate(() => this.#repeat(id, pending));
        });
      };
      wait(limit);
      this.#pending.set(id, pending);
      if (this.#peer) this.#send(id, query);
    });
  }

  #repeat(id: number, pending: PendingQuery): void {
    if (this.#peer && this.#pending.get(id) === pending) this.#send(id, pending.query);
  }

  #freeId(): number {
    let id = randomInt(0x10000);
    while (this.#pending.has(id)) id = randomInt(0x10000);
    return id;
  }

  #start(): void {
    this.#peer = this.#socket.remoteAddress();
    for (const [id, { query }] of this.#pending) this.#send(id, query);
  }

  #send(id: number, query: Query): void {
    this.#socket.send(encodeQuery(query, id), (error) => {
      if (error) this.#pending.get(id)?.settle(toFailure(error));
    });
  }

  /** Ignores what answers no open question: the true answer may still come. */
  #receive(message: Buffer, from: RemoteInfo): void {
    // Before the socket was connected, anybody could send to it.
    const isServer = from.address === this.#peer?.address && from.port === this.#peer.port;
    if (!isServer || message.length < 2) return;
    const id = message.readUInt16BE(0);
    const pending = this.#pending.get(id);
    const response = pending && readResponse(message, pending.query, id);
    if (response) pending.settle(response);
  }

  #fail(error: Error): void {
    for (const { settle } of [...this.#pending.values()]) settle(toFailure(error));
    this.#close();
  }

  #forget(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }
}

function toFailure(error: NodeJS.ErrnoException): DnsResponse {
  return failure(error.code ?? 'unknown');
}
