import { randomBytes } from 'node:crypto';

/** Octets of a client's cookie (RFC 7873 §4.1). */
const CLIENT_SIZE = 8;

/**
 * The cookies of one server (RFC 7873). A server that once repeated ours does so in every response:
 * without it a response may be forged by somebody who guessed port and id, but never saw the question.
 */
export class Cookies {
  readonly #client = randomBytes(CLIENT_SIZE);
  #server = Buffer.alloc(0);

  /** What goes with a question. */
  get outgoing(): Buffer {
    return Buffer.concat([this.#client, this.#server]);
  }

  /** Whether a response with this cookie, or none, may be genuine. */
  accept(received: Buffer | undefined): boolean {
    if (!received?.subarray(0, CLIENT_SIZE).equals(this.#client)) return this.#server.length === 0;
    if (received.length > CLIENT_SIZE) this.#server = Buffer.from(received.subarray(CLIENT_SIZE));
    return true;
  }
}
