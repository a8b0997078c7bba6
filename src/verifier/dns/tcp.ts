import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Endpoint } from './endpoint.ts';
import { type DnsResponse, type Exchange, encodeQuery, failure, readResponse } from './wire.ts';

/** Asks a server over a connection of its own, for answers that are too big for a datagram. */
export function openTcp({ host, port }: Endpoint, clock: Clock): Exchange {
  return (query, limit) =>
    new Promise((resolve) => {
      const id = randomInt(0x10000);
      const socket = connect({ host, port, noDelay: true });
      const settle = (reply: DnsResponse) => {
        cancelAlarm();
        socket.destroy();
        resolve(reply);
      };
      const cancelAlarm = setAlarm(clock, limit, () => settle(failure('ETIMEOUT')));
      const frame = new Frame();
      socket.once('connect', () => socket.write(framed(encodeQuery(query, id))));
      socket.on('data', (chunk) => {
        const message = frame.add(chunk);
        // Nobody else can speak here: what does not fit is the server's own mistake.
        if (message) settle(readResponse(message, query, id) ?? failure('EBADRESP'));
      });
      socket.on('error', (error: NodeJS.ErrnoException) =>
        settle(failure(error.code ?? 'unknown')),
      );
      socket.once('close', () => settle(failure('ECLOSED')));
    });
}

/** RFC 1035 §4.2.2: two octets of length go before the message. */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** Puts one message together, of 65,535 octets at most. */
class Frame {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  /** The message, as soon as it is whole. */
  add(chunk: Buffer): Buffer | undefined {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const end = 2 + this.#length();
    return this.#size >= end ? Buffer.concat(this.#chunks).subarray(2, end) : undefined;
  }

  #length(): number {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = this.#chunks;
    return first.length >= 2 ? first.readUInt16BE(0) : (first[0] ?? 0) * 256 + (second[0] ?? 0);
  }
}
