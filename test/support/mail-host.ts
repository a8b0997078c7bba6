import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What a host does instead of answering. */
export type Act = 'hang' | 'drop';

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
  readonly #sockets = new Set<Socket>();

  constructor(script: MailScript) {
    this.#script = script;
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket));
  }

  async listen(address: string, port: number): Promise<number> {
    this.#server.listen(port, address);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
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

  #serve(socket: Socket): void {
    const from = socket.remoteAddress ?? '';
    const session: MailSession = { from, commands: [], chunks: [], recipients: [] };
    const leave = this.#count(socket, session);
    socket.on('error', () => {});
    this.sessions.push(session);
    if (this.#script.raw) {
      this.#script.raw(socket);
      return;
    }
    const greeting =
      this.#script.greet?.(this, session) ?? this.#script.greeting ?? '220 mx.test ESMTP';
    act(socket, greeting);
    let rest = '';
    let stuck = greeting === 'hang';
    socket.on('data', (chunk) => {
      session.chunks.push(chunk.toString('utf8'));
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (stuck) return;
        session.commands.push(line);
        const answer = this.#answer(line, session);
        stuck = answer === 'hang' || answer === 'drop';
        act(socket, answer);
        if (answer.startsWith('221 ')) leave();
      }
    });
  }

  /** Counts the session until it is left, or its connection gone. */
  #count(socket: Socket, session: MailSession): () => void {
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
    const { extensions = ['PIPELINING'], mail, rcpt } = this.#script;
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

function act(socket: Socket, answer: string | Act): void {
  if (answer === 'drop') socket.destroy();
  else if (answer !== 'hang') socket.write(`${answer}\r\n`);
  if (/^(221|421) /.test(answer)) socket.end();
}
