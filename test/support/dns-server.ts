import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import dnsPacket from 'dns-packet';

export type Reply = number | readonly dnsPacket.Answer[];

/** A name server over UDP on a loopback port. It answers with a code, or with records. */
export class DnsServer implements Disposable {
  readonly #socket = createSocket('udp4');

  /** Starts to listen; `reply` decides what is said. */
  static async listen(reply: (name: string, type: string) => Reply): Promise<DnsServer> {
    const server = new DnsServer();
    server.#socket.on('message', (message, peer) => {
      const packet = answerTo(message, reply);
      if (packet) server.#socket.send(packet, peer.port, peer.address);
    });
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** As resolvers are named: `ip:port`. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

function answerTo(message: Buffer, reply: (name: string, type: string) => Reply) {
  const query = dnsPacket.decode(message);
  const question = query.questions?.[0];
  if (!question) return undefined;
  const said = reply(question.name, question.type);
  const code = typeof said === 'number' ? said : 0;
  const answers = typeof said === 'number' ? [] : [...said];
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | code;
  const id = query.id ?? 0;
  return dnsPacket.encode({ type: 'response', id, flags, questions: [question], answers });
}
