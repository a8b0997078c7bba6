import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';

/** What a host does instead of answering. */
export type Act = 'hang' | 'drop';

/** What a host says in place of a reply, some of it late by so many milliseconds, and whether it hangs up then. */
export interface Stumble {
  readonly says: readonly (string | { readonly late: number; readonly text: string })[];
  /** Default: behind QUIT. */
  readonly hangsUp?: boolean;
}

export interface Heard {
  /** Empty: the greeting is due. */
  readonly command: string;
  /** The true reply to it. */
  readonly reply: string;
  /** The how-manieth command of the session it is, the greeting being 0. */
  readonly at: number;
  /** The how-manieth recipient, from 1. */
  readonly recipient: number;
}

export interface MailScript {
  /** What it says on connection. */
  readonly greeting?: string | Act;
  /** The same, decided when somebody comes. */
  readonly greet?: (host: MailHost, session: MailSession) => string | Act;
  /** The session has ended. */
  readonly onLeave?: (session: MailSession) => void;
  /** Keywords behind EHLO; undefined: EHLO is not known. */
  readonly extensions?: readonly string[] | null;
  readonly mail?: (sender: string, session: MailSession) => string | Act;
  readonly rcpt?: (address: string, session: MailSession) => string | Act;
  /** Undefined: the true reply. */
  readonly stumble?: ((heard: Heard) => Stumble | undefined) | undefined;
  /** Takes the whole conversation over. */
  readonly raw?: (socket: Socket) => void;
}

export interface MailSession {
  /** The address that it comes from. */
  readonly from: string;
  readonly commands: string[];
  /** What arrived in one go. */
  readonly chunks: string[];
  /** Addresses named in RCPT. */
  readonly recipients: string[];
}

/** A scripted mail host on a loopback address. Replies are what the script says, line for line. */
export class MailHost {
  readonly sessions: MailSession[] = [];
  /** Sessions open now, and the most there were at a time. */
  open = 0;
  peak = 0;
  readonly #script: MailScript;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  constructor(script: MailScript) {
    this.#script = script;
    this.#server = createServer({ noDelay: true }, (socket) =>
      this.#serve(socket, socket.remoteAddress),
    );
  }

  async listen(address: string, port: number): Promise<number> {
    this.#server.listen(port, address);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** The asker's end of a connection in memory. */
  connect(): Duplex {
    const [ours, theirs] = duplexPair();
    theirs.on('end', () => theirs.end());
    ours.on('close', () => theirs.destroy());
    this.#serve(theirs);
    return ours;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Ends all sessions behind these words. */
  hangUp(words: string): void {
    for (const socket of this.#sockets) socket.end(words);
  }

  /** All addresses named, in order. */
  get recipients(): string[] {
    return this.sessions.flatMap((session) => session.recipients);
  }

  #serve(socket: Duplex, from = ''): void {
    const session: MailSession = { from, commands: [], chunks: [], recipients: [] };
    const leave = this.#count(socket, session);
    socket.on('error', () => {});
    this.sessions.push(session);
    if (this.#script.raw) {
      this.#script.raw(socket as Socket);
      return;
    }
    let rest = '';
    let said = this.#reply(socket, session, '');
    socket.on('data', (chunk: Buffer) => {
      session.chunks.push(chunk.toString('utf8'));
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (said === 'hang' || said === 'drop') return;
        session.commands.push(line);
        said = this.#reply(socket, session, line);
        if (said.startsWith('221 ')) leave();
      }
    });
  }

  /** Returns the true reply. */
  #reply(socket: Duplex, session: MailSession, command: string): string | Act {
    const reply = this.#answer(command, session);
    const recipient = command.startsWith('RCPT') ? session.recipients.length : 0;
    const heard = { command, reply, at: session.commands.length, recipient };
    const stumble = this.#script.stumble?.(heard);
    if (!stumble) act(socket, reply);
    for (const said of stumble?.says ?? []) {
      if (typeof said === 'string') say(socket, said);
      else setTimeout(() => say(socket, said.text), said.late);
    }
    if (stumble?.hangsUp ?? (stumble && command === 'QUIT')) socket.end();
    return reply;
  }

  /** Counts the session until it is left, or its connection gone. */
  #count(socket: Duplex, session: MailSession): () => void {
    this.#sockets.add(socket);
    this.open++;
    this.peak = Math.max(this.peak, this.open);
    let isOpen = true;
    const leave = () => {
      if (!isOpen) return;
      this.open--;
      isOpen = false;
      this.#script.onLeave?.(session);
    };
    socket.on('close', () => {
      this.#sockets.delete(socket);
      leave();
    });
    return leave;
  }

  #answer(line: string, session: MailSession): string | Act {
    const { extensions = ['PIPELINING'], mail, rcpt, greet, greeting } = this.#script;
    if (line === '') return greet?.(this, session) ?? greeting ?? '220 mx.test ESMTP';
    const recipient = /^RCPT TO:<(.*)>$/.exec(line)?.[1];
    if (recipient !== undefined) {
      session.recipients.push(recipient);
      return rcpt?.(recipient, session) ?? '250 2.1.5 Ok';
    }
    const sender = /^MAIL FROM:<(.*?)>/.exec(line)?.[1];
    if (sender !== undefined) return mail?.(sender, session) ?? '250 2.1.0 Ok';
    if (line.startsWith('EHLO ')) {
      return extensions ? multiline(['mx.test', ...extensions]) : '500 5.5.1 What?';
    }
    if (line === 'QUIT') return '221 2.0.0 Bye';
    return /^(HELO |RSET)/.test(line) ? '250 Ok' : '502 5.5.1 Not implemented';
  }
}

function multiline(lines: readonly string[]): string {
  const last = lines.length - 1;
  return lines.map((line, at) => `250${at === last ? ' ' : '-'}${line}`).join('\r\n');
}

function say(socket: Duplex, words: string): void {
  if (socket.writable) socket.write(`${words}\r\n`);
}

function act(socket: Duplex, answer: string | Act): void {
  if (answer === 'drop') socket.destroy();
  else if (answer !== 'hang') say(socket, answer);
  if (/^(221|421) /.test(answer)) socket.end();
}
