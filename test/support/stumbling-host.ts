import type { Duplex } from 'node:stream';
import { isRandom } from './mail-world.ts';

/** What is said in place of a reply. `late` is said so many milliseconds after it. */
export type Said = string | { readonly late: number; readonly text: string };

/** What a host says to a command, and whether it hangs up then. */
export interface Stumble {
  readonly says: readonly Said[];
  readonly hangsUp?: boolean;
}

export interface Heard {
  readonly command: string;
  /** The true reply to it. */
  readonly reply: string;
  /** The how-manieth command of the session it is, the greeting being 0. */
  readonly at: number;
  /** The how-manieth recipient, from 1. */
  readonly recipient: number;
}

export interface StumblingScript {
  readonly pipelining?: boolean;
  /** Undefined: the true reply. */
  readonly stumble?: (heard: Heard) => Stumble | undefined;
}

/** Who is called `alive` exists, and nobody else. */
export function truthAbout(address: string): string {
  return !isRandom(address) && address.startsWith('alive')
    ? '250 2.1.5 Ok'
    : '550 5.1.1 User unknown';
}

/** Serves one session of a host that knows the truth, and stumbles over its words. */
export function stumbleOver(socket: Duplex, script: StumblingScript): void {
  const session = new StumblingSession(socket, script);
  socket.on('error', () => {});
  session.hear('');
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) session.hear(line);
  });
}

class StumblingSession {
  readonly #socket: Duplex;
  readonly #script: StumblingScript;
  #heard = 0;
  #recipients = 0;

  constructor(socket: Duplex, script: StumblingScript) {
    this.#socket = socket;
    this.#script = script;
  }

  /** The greeting is the reply to an empty line. */
  hear(command: string): void {
    const at = this.#heard++;
    const address = /^RCPT TO:<(.*)>$/.exec(command)?.[1];
    if (address !== undefined) this.#recipients++;
    const reply = address === undefined ? this.#replyTo(command) : truthAbout(address);
    const heard = { command, reply, at, recipient: address === undefined ? 0 : this.#recipients };
    const { says, hangsUp = command === 'QUIT' } = this.#script.stumble?.(heard) ?? {
      says: [reply],
    };
    for (const said of says) this.#say(said);
    if (hangsUp) this.#socket.end();
  }

  #replyTo(command: string): string {
    if (command === '') return '220 mx.test ESMTP';
    if (command === 'QUIT') return '221 2.0.0 Bye';
    if (command.startsWith('MAIL')) return '250 2.1.0 Ok';
    if (!command.startsWith('EHLO')) return '250 2.0.0 Ok';
    return `250-mx.test\r\n${this.#script.pipelining === false ? '' : '250-PIPELINING\r\n'}250 8BITMIME`;
  }

  #say(said: Said): void {
    if (typeof said !== 'string') {
      setTimeout(() => this.#say(said.text), said.late);
      return;
    }
    if (this.#socket.writable) this.#socket.write(`${said}\r\n`);
  }
}
