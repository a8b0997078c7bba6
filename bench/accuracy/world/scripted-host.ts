/** A mail host that behaves as the truth file says. */
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { HostScript } from './truth.ts';

/** What a host remembers between sessions. */
export interface HostMemory {
  readonly named: Set<string>;
  connections: number;
}

export function createHost(script: HostScript, memory: HostMemory, speedUp: number): Server {
  const server = createServer({ noDelay: true }, (socket) => {
    memory.connections++;
    new Session(script, memory, speedUp).serve(socket);
  });
  return server;
}

const support = (name: string) =>
  readFileSync(new URL(`../../../test/support/tls/${name}`, import.meta.url));

class Session {
  readonly #script: HostScript;
  readonly #memory: HostMemory;
  /** Divides all delays. */
  readonly #speedUp: number;
  readonly #isBusy: boolean;
  #stream: Duplex | undefined;
  #isSecure = false;
  #recipients = 0;
  #refusals = 0;
  #sending = Promise.resolve();

  constructor(script: HostScript, memory: HostMemory, speedUp: number) {
    this.#script = script;
    this.#memory = memory;
    this.#speedUp = speedUp;
    this.#isBusy = memory.connections <= (script.busyConnections ?? 0);
  }

  serve(socket: Socket): void {
    this.#listen(socket);
    const { greeting = '220 mx.mail.test ESMTP', greetsAfter = 0 } = this.#script;
    if (greeting === 'hang') return;
    if (greeting === 'drop') socket.destroy();
    else this.#send(this.#isBusy ? '421 4.3.2 Too busy, try later' : greeting, greetsAfter);
  }

  #listen(stream: Duplex): void {
    this.#stream = stream;
    stream.on('error', () => {});
    let rest = '';
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#receive(line);
    });
  }

  #receive(line: string): void {
    const [verb = ''] = line.toUpperCase().split(/[ :]/, 1);
    if (verb === 'STARTTLS') {
      this.#send('220 2.0.0 Go ahead');
      this.#sending = this.#sending.then(() => this.#secure());
      return;
    }
    for (const reply of this.#stumbled(verb, this.#replyTo(verb, line))) this.#send(reply);
  }

  #stumbled(verb: string, reply: string): readonly string[] {
    const { stumbles } = this.#script;
    const place = verb === 'EHLO' ? 'HELO' : verb;
    if (stumbles?.at !== place) return [reply];
    if (stumbles.lost && this.#recipients <= 1) return [];
    const { before, also } = stumbles;
    return [before, reply, also, stumbles.twice ? reply : undefined].filter(
      (one) => one !== undefined,
    );
  }

  #replyTo(verb: string, line: string): string {
    if (verb === 'EHLO' || verb === 'HELO') return this.#hello(verb);
    if (verb === 'QUIT') return '221 2.0.0 Bye';
    const { demandsTls, mail = '250 2.1.0 Ok', nullSender } = this.#script;
    if (demandsTls && !this.#isSecure) return '530 5.7.0 Must issue a STARTTLS command first';
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'MAIL') return address === '' ? (nullSender ?? mail) : mail;
    if (verb === 'RCPT') return this.#recipient(address);
    return verb === 'RSET' || verb === 'NOOP' ? '250 2.0.0 Ok' : '502 5.5.1 Not implemented';
  }

  #hello(verb: string): string {
    const { ehlo = ['PIPELINING', 'ENHANCEDSTATUSCODES', '8BITMIME'], demandsTls } = this.#script;
    if (verb === 'HELO') return '250 mx.mail.test';
    if (ehlo === null) return '502 5.5.1 Not implemented';
    const tls = demandsTls && !this.#isSecure ? ['STARTTLS'] : [];
    const lines = ['mx.mail.test', ...ehlo, ...tls];
    return lines.map((text, at) => `250${at + 1 < lines.length ? '-' : ' '}${text}`).join('\r\n');
  }

  #recipient(address: string): string {
    const { greylists, recipientsPerSession, refusalsBefore421 } = this.#script;
    if (++this.#recipients > (recipientsPerSession ?? Infinity))
      return '452 4.5.3 Too many recipients';
    const isNew = !this.#memory.named.has(address);
    this.#memory.named.add(address);
    if (greylists && isNew) return greylists;
    const reply = this.#known(address.slice(0, address.lastIndexOf('@')));
    if (reply.startsWith('5')) this.#refusals++;
    return this.#refusals > (refusalsBefore421 ?? Infinity) ? '421 4.7.0 Too many errors' : reply;
  }

  #known(local: string): string {
    const { recipients = {} } = this.#script;
    const matching = Object.keys(recipients).find(
      (key) => key.startsWith('/') && new RegExp(key.slice(1, -1)).test(local),
    );
    const unknown = '550 5.1.1 User unknown';
    return recipients[local] ?? recipients[matching ?? '*'] ?? unknown;
  }

  #send(reply: string, after = this.#script.repliesAfter ?? 0): void {
    this.#sending = this.#sending.then(async () => {
      if (after > 0) await new Promise((resolve) => setTimeout(resolve, after / this.#speedUp));
      if (!this.#stream?.writable) return;
      this.#stream.write(`${reply}\r\n`);
      if (/^(?:221|421|521)/.test(reply)) this.#stream.end();
    });
  }

  #secure(): void {
    const socket = this.#stream as Socket;
    socket.removeAllListeners('data');
    const secureContext = createSecureContext({
      cert: support('cert.pem'),
      key: support('key.pem'),
    });
    this.#isSecure = true;
    this.#listen(new TLSSocket(socket, { isServer: true, secureContext }));
  }
}
