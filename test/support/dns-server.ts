import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { createServer, isIPv6, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import dnsPacket from 'dns-packet';
import { freePort } from './free-port.ts';

/** A code, records, both with what else a message has, octets as they are, or silence. */
export type Reply = number | readonly dnsPacket.Answer[] | Told | Raw | undefined;

export interface Told {
  readonly code?: number;
  readonly answers?: readonly dnsPacket.Answer[];
  readonly authorities?: readonly dnsPacket.Answer[];
  readonly additionals?: readonly dnsPacket.Answer[];
  /** Beside "recursion desired" and "available". */
  readonly flags?: number;
}

export interface Raw {
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

export interface DnsServerOptions {
  /** On loopback. */
  readonly address?: string;
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
  readonly #repliesToChecks: boolean;
  readonly #socket: DatagramSocket;
  readonly #tcp = createServer({ noDelay: true }, (socket) => this.#serve(socket));
  readonly #connections = new Set<Socket>();
  readonly #events = new EventEmitter();

  static async listen(reply: Replying, options: DnsServerOptions = {}): Promise<DnsServer> {
    for (;;) {
      const server = new DnsServer(reply, options);
      if (await server.#listen(options.tcp ?? false)) return server;
      server[Symbol.dispose]();
    }
  }

  private constructor(reply: Replying, options: DnsServerOptions) {
    const host = options.address ?? '127.0.0.1';
    this.#reply = reply;
    this.#repliesToChecks = options.repliesToChecks ?? false;
    this.#host = host;
    this.#socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
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
  async #listen(tcp: boolean): Promise<boolean> {
    this.#socket.bind(await freePort(), this.#host);
    const isBound = await comes(this.#socket, 'listening');
    if (!tcp || !isBound) return isBound;
    this.#tcp.listen(this.port, this.#host);
    return comes(this.#tcp, 'listening');
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
    const { name, type } = question;
    const size = edns?.udpPayloadSize ?? 512;
    const cookie = edns?.options.find(({ code }) => Number(code) === COOKIE)?.data;
    const asked: Asked = {
      name,
      type,
      transport,
      edns: edns !== undefined,
      dnssec: edns?.flag_do ?? false,
      size,
      cookie,
      id,
      port,
    };
    const honest = this.#repliesToChecks ? undefined : replyToCheck(asked);
    if (honest !== undefined) {
      const packet = responseTo(asked, honest);
      return [transport === 'tcp' ? framed(packet) : packet];
    }
    this.asked.push(asked);
    this.#events.emit(transport);
    const reply = await this.#reply(name, type, asked);
    if (reply === undefined) return [];
    if (typeof reply === 'object' && 'raw' in reply) return [...reply.raw];
    const packet = responseTo(asked, reply);
    return [transport === 'tcp' ? framed(packet) : packet];
  }
}

const NXDOMAIN = 3;
const COOKIE = 10;

/** What an honest server says when it is checked; undefined for any other question. */
function replyToCheck({ name, type }: Asked): readonly dnsPacket.Answer[] | Told | undefined {
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
  const owner = code === NXDOMAIN ? `!.${zone}` : name;
  const nsec: dnsPacket.Answer = {
    type: 'NSEC',
    name: owner,
    ttl: 60,
    data: { nextDomain: code === NXDOMAIN ? `~.${zone}` : `!.${name}`, rrtypes: ['RRSIG', 'NSEC'] },
  };
  return { ...told, authorities: [...(told.authorities ?? []), nsec, signatureOf(nsec, zone)] };
}

function signatureOf({ name, type }: dnsPacket.Answer, zone: string): dnsPacket.Answer {
  const data = {
    typeCovered: type,
    algorithm: 13,
    labels: name.split('.').length,
    originalTTL: 60,
    expiration: 2_000_000_000,
    inception: 1_700_000_000,
    keyTag: 1,
    signersName: zone,
    signature: Buffer.alloc(64, 1),
  };
  return { type: 'RRSIG', name, ttl: 60, data };
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
  reply: number | readonly dnsPacket.Answer[] | Told,
): Buffer {
  const told = linesOf(reply);
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (told.flags ?? 0);
  return dnsPacket.encode({
    type: 'response',
    id,
    flags: flags | (told.code ?? 0),
    questions: [{ type: type as dnsPacket.RecordType, name }],
    answers: [...(told.answers ?? [])],
    authorities: [...(told.authorities ?? [])],
    additionals: [...(told.additionals ?? [])],
  });
}

function linesOf(reply: number | readonly dnsPacket.Answer[] | Told): Told {
  if (typeof reply === 'number') return { code: reply };
  return isList(reply) ? { answers: reply } : reply;
}

function isList(reply: readonly dnsPacket.Answer[] | Told): reply is readonly dnsPacket.Answer[] {
  return Array.isArray(reply);
}

/** RFC 1035 §4.2.2: as it goes over a connection. */
export function framed(packet: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packet.length);
  return Buffer.concat([length, packet]);
}

/** False where an error comes first. */
function comes(emitter: EventEmitter, event: string): Promise<boolean> {
  return once(emitter, event).then(
    () => true,
    () => false,
  );
}
