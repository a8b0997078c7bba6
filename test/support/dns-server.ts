import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { createServer, isIPv6, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import dnsPacket from 'dns-packet';
import { freePort } from './free-port.ts';

/** A code, records, both with what else a message has, octets as they are, or silence. */
export type Reply = Message | Raw | undefined;

type Message = number | readonly dnsPacket.Answer[] | Told;

/** `flags` are beside "recursion desired" and "available". */
export type Told = Omit<dnsPacket.Packet, 'type' | 'id' | 'questions'> & { readonly code?: number };

interface Raw {
  /** Datagrams one after the other, or what is written to the connection. */
  readonly raw: readonly Buffer[];
}

/** A question as it came. */
export interface Asked {
  readonly name: string;
  readonly type: string;
  readonly transport: 'udp' | 'tcp';
  readonly edns: boolean;
  /** Whether DNSSEC's records are asked for (RFC 3225). */
  readonly dnssec: boolean;
  /** Octets that the asker takes in a datagram. */
  readonly size: number;
  /** Octets of the cookie that came along (RFC 7873). */
  readonly cookie: Buffer | undefined;
  readonly id: number;
  /** Where the asker is. */
  readonly port: number;
}

export type Replying = (name: string, type: string, asked: Asked) => Reply | Promise<Reply>;

interface DnsServerOptions {
  /** Default: on loopback. */
  readonly address?: string;
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Answers over TCP too. */
  readonly tcp?: boolean;
  /**
   * True: the questions that check a server (name servers of root and com, a name under `.invalid`) are
   * left to `reply`, too. Else they are answered as they should be, and not noted.
   */
  readonly repliesToChecks?: boolean;
}

/** A name server on a loopback port that says what `reply` decides. */
export class DnsServer implements Disposable {
  /** Every question, in order. */
  readonly asked: Asked[] = [];
  readonly #host: string;
  readonly #reply: Replying;
  readonly #options: DnsServerOptions;
  readonly #socket: DatagramSocket;
  readonly #tcp = createServer({ noDelay: true }, (socket) => this.#serve(socket));
  readonly #connections = new Set<Socket>();
  readonly #events = new EventEmitter();

  static async listen(reply: Replying, options: DnsServerOptions = {}): Promise<DnsServer> {
    for (;;) {
      const server = new DnsServer(reply, options);
      if (await server.#listen()) return server;
      server[Symbol.dispose]();
      if (options.port) throw new Error(`port ${options.port} of ${server.#host} is taken`);
    }
  }

  private constructor(reply: Replying, options: DnsServerOptions) {
    this.#reply = reply;
    this.#options = options;
    this.#host = options.address ?? '127.0.0.1';
    this.#socket = createSocket(isIPv6(this.#host) ? 'udp6' : 'udp4');
    this.#socket.on('message', async (message, peer) => {
      const send = (packet: Buffer) => this.#socket.send(packet, peer.port, peer.address);
      for (const packet of await this.#answer(message, 'udp', peer.port)) send(packet);
    });
  }

  /** As resolvers are named: `ip:port`. */
  get address(): string {
    return `${isIPv6(this.#host) ? `[${this.#host}]` : this.#host}:${this.port}`;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Questions as `udp MX a.test`. */
  get questions(): string[] {
    return this.asked.map(({ transport, type, name }) => `${transport} ${type} ${name}`);
  }

  /** Resolves with the next question. */
  async heard(transport: 'udp' | 'tcp'): Promise<void> {
    await once(this.#events, transport);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
    this.#tcp.close();
    for (const connection of this.#connections) connection.destroy();
  }

  /** False where the port is another's. Without `tcp` nobody else comes to listen there, either. */
  async #listen(): Promise<boolean> {
    const { port } = this.#options;
    try {
      await once(this.#socket.bind(port ?? (await freePort()), this.#host), 'listening');
      if (this.#options.tcp) await once(this.#tcp.listen(this.port, this.#host), 'listening');
      return true;
    } catch {
      return false;
    }
  }

  /** One question a connection. */
  #serve(socket: Socket): void {
    this.#connections.add(socket);
    socket.on('close', () => this.#connections.delete(socket));
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', async (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const port = socket.remotePort ?? 0;
      for (const packet of await this.#answer(received.subarray(2), 'tcp', port)) {
        // In a turn of the loop of its own, so that it comes as it was cut.
        await setImmediate();
        socket.write(packet);
      }
    });
  }

  async #answer(message: Buffer, transport: 'udp' | 'tcp', port: number): Promise<Buffer[]> {
    const { id = 0, questions, additionals = [] } = dnsPacket.decode(message);
    const question = questions?.[0];
    if (!question) return [];
    const edns = additionals.find((record) => record.type === 'OPT');
    const asked: Asked = {
      ...question,
      transport,
      edns: edns !== undefined,
      dnssec: edns?.flag_do ?? false,
      size: edns?.udpPayloadSize ?? 512,
      cookie: edns?.options.find(({ code }) => Number(code) === COOKIE)?.data,
      id,
      port,
    };
    const honest = this.#options.repliesToChecks ? undefined : replyToCheck(asked);
    if (!honest) {
      this.asked.push(asked);
      this.#events.emit(transport);
    }
    const reply = honest ?? (await this.#reply(asked.name, asked.type, asked));
    if (reply === undefined) return [];
    if (typeof reply === 'object' && 'raw' in reply) return [...reply.raw];
    const packet = responseTo(asked, reply);
    return [transport === 'tcp' ? framed(packet) : packet];
  }
}

const NXDOMAIN = 3;
const COOKIE = 10;

/** What an honest server says when it is checked; undefined for any other question. */
function replyToCheck({ name, type }: Asked): Message | undefined {
  if (type === 'NS' && (name === '.' || name === 'com')) return [nameServerOf(name)];
  return name.endsWith('.invalid') ? denial(NXDOMAIN) : undefined;
}

/** A name server of a zone. */
export function nameServerOf(name: string): dnsPacket.Answer {
  return { type: 'NS', name, ttl: 900, data: 'a.servers.test' };
}

/** A code with the SOA of a zone beside it, the root's by default: who denies something does it in full. */
export function denial(code = 0, zone = '.'): Told {
  const data = { mname: 'ns.test', rname: 'host.test', minimum: 60 };
  return { code, authorities: [{ type: 'SOA', name: zone, ttl: 900, data }] };
}

/** A denial as a signed zone gives it to those who ask for DNSSEC: nothing is between two names (RFC 4470). */
export function signedDenial(code: number, zone: string, { name, dnssec }: Asked): Told {
  const told = denial(code, zone);
  if (!dnssec) return told;
  const [owner, nextDomain] = code === NXDOMAIN ? [`!.${zone}`, `~.${zone}`] : [name, `!.${name}`];
  const of = { name: owner, ttl: 60 };
  const nsec = { type: 'NSEC' as const, ...of, data: { nextDomain, rrtypes: ['RRSIG', 'NSEC'] } };
  const signature = {
    typeCovered: 'NSEC' as const,
    algorithm: 13,
    labels: owner.split('.').length,
    originalTTL: 60,
    expiration: 2_000_000_000,
    inception: 1_700_000_000,
    keyTag: 1,
    signersName: zone,
    signature: Buffer.alloc(64, 1),
  };
  const signed = [nsec, { type: 'RRSIG' as const, ...of, data: signature }];
  return { ...told, authorities: [...(told.authorities ?? []), ...signed] };
}

/** EDNS with a cookie, as a reply carries it. */
export function withCookie(data: Buffer, extendedRcode = 0): Pick<Told, 'additionals'> {
  const options = [{ code: COOKIE, data }] as unknown as dnsPacket.PacketOpt[];
  const edns = { udpPayloadSize: 1232, extendedRcode, ednsVersion: 0, flags: 0, flag_do: false };
  return { additionals: [{ type: 'OPT', name: '.', ...edns, options }] };
}

/** A message that answers the question. */
export function responseTo(
  { id, name, type }: Pick<Asked, 'id' | 'name' | 'type'>,
  reply: Message,
): Buffer {
  const { code = 0, flags = 0, ...told } = toTold(reply);
  const recursion = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE;
  return dnsPacket.encode({
    type: 'response',
    id,
    flags: recursion | flags | code,
    questions: [{ type: type as dnsPacket.RecordType, name }],
    ...told,
  });
}

function toTold(reply: Message): Told {
  if (typeof reply === 'number') return { code: reply };
  return Array.isArray(reply) ? { answers: reply } : (reply as Told);
}

/** RFC 1035 §4.2.2: as it goes over a connection. */
export function framed(packet: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packet.length);
  return Buffer.concat([length, packet]);
}
