import { type Duplex, duplexPair } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';

/** What the host does about a recipient. `silent`: it never says another word. */
export type SandboxReply = { readonly line: string; readonly delay?: number } | 'silent';

interface SandboxScript {
  readonly clock: Clock;
  /** What to say to RCPT. */
  reply(address: string): SandboxReply;
}

/** The client's end of a connection to a simulated mail host. */
export function connectSandboxHost(script: SandboxScript): Duplex {
  const [client, server] = duplexPair();
  const gone = new AbortController();
  const dialogue = new SandboxDialogue(server, script, gone.signal);
  server.on('close', () => gone.abort());
  server.on('end', () => server.end());
  server.on('error', () => gone.abort());
  server.on('data', (chunk: Buffer) => dialogue.receive(chunk.toString('utf8')));
  client.on('close', () => server.destroy());
  server.write('220 mx.sandbox.test ESMTP mailvet sandbox\r\n');
  return client;
}

class SandboxDialogue {
  readonly #server: Duplex;
  readonly #script: SandboxScript;
  readonly #gone: AbortSignal;
  #rest = '';
  #turn: Promise<void> = Promise.resolve();
  #isSilent = false;

  constructor(server: Duplex, script: SandboxScript, gone: AbortSignal) {
    this.#server = server;
    this.#script = script;
    this.#gone = gone;
  }

  /**
   * Commands are answered one after the other, however many came at once, and not before the next turn
   * of the event loop, as over a network: a list of sandbox addresses must not hold up requests.
   */
  receive(text: string): void {
    const lines = (this.#rest + text).split('\r\n');
    this.#rest = lines.pop() ?? '';
    this.#turn = this.#turn.then(() => nextTurn());
    for (const line of lines) {
      this.#turn = this.#turn.then(() => this.#reply(line)).catch(() => {});
    }
  }

  async #reply(line: string): Promise<void> {
    if (this.#isSilent || this.#gone.aborted) return;
    const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
    if (recipient === undefined)
      this.#send(FIXED_REPLIES[verbOf(line)] ?? '502 5.5.1 Not implemented');
    else await this.#replyToRecipient(recipient);
  }

  async #replyToRecipient(address: string): Promise<void> {
    const reply = this.#script.reply(address);
    if (reply === 'silent') {
      this.#isSilent = true;
      return;
    }
    if (reply.delay) await this.#script.clock.sleep(reply.delay, this.#gone);
    this.#send(reply.line);
  }

  #send(reply: string): void {
    if (!this.#gone.aborted) this.#server.write(`${reply}\r\n`);
    if (reply.startsWith('221')) this.#server.end();
  }
}

const verbOf = (line: string) => line.split(/[ :]/)[0]?.toUpperCase() ?? '';

const FIXED_REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250-mx.sandbox.test\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n250 SMTPUTF8',
  HELO: '250 mx.sandbox.test',
  MAIL: '250 2.1.0 Ok',
  RSET: '250 2.0.0 Ok',
  NOOP: '250 2.0.0 Ok',
  QUIT: '221 2.0.0 Bye',
};
