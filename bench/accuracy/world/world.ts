/** The mail world of the benchmark: name servers, mail hosts, and private hosts that nobody should dial. */
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { DnsServer } from '../../../test/support/dns-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type RealServer, startRealServers } from './real-servers.ts';
import { openResolver, type Records, type WorldNames } from './resolvers.ts';
import { createHost, type HostMemory } from './scripted-host.ts';
import { type Case, domainOf, type Host, type ResolverKind } from './truth.ts';

/** Hosts that a verifier must not dial. */
const PRIVATE = ['127.9.9.9', '127.0.0.1'];
/** The end of the address at which nothing listens. */
const DEAD = '254.1';

export interface Place {
  /** The first two numbers of the addresses that count as public. */
  readonly network: string;
  /** Of mail hosts and of name servers; absent: free ones. */
  readonly mailPort?: number;
  readonly dnsPort?: number;
}

/** A part of loopback, for programs that can be given ports and addresses. */
export const LOOPBACK: Place = { network: '127.25' };

export interface WorldOptions {
  readonly place?: Place;
  /** Divides the delays of the hosts. */
  readonly speedUp?: number;
  /** Real mail servers to start, by where their programs are. */
  readonly binaries?: Readonly<Record<string, string>>;
}

export class World implements AsyncDisposable {
  readonly cases: readonly Case[];
  readonly #stack = new AsyncDisposableStack();
  readonly #resolvers = new Map<ResolverKind, DnsServer>();
  readonly #memories: HostMemory[] = [];
  readonly #zone = new Map<string, Records>();
  readonly #speedUp: number;
  readonly #place: Place;
  #real: RealServer[] = [];
  #hosts = 0;
  #port: number;
  #dialled = 0;

  /** @param cases those of real servers that are not started are left out. */
  static async open(cases: readonly Case[], options: WorldOptions = {}): Promise<World> {
    const { binaries = {} } = options;
    const world = new World(
      cases.filter(({ server }) => server === undefined || binaries[server] !== undefined),
      options,
    );
    try {
      await world.#start(binaries);
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
    return world;
  }

  private constructor(cases: readonly Case[], { speedUp = 1, place = LOOPBACK }: WorldOptions) {
    this.cases = cases;
    this.#speedUp = speedUp;
    this.#place = place;
    this.#port = place.mailPort ?? 0;
  }

  /** Port of every mail host. */
  get port(): number {
    return this.#port;
  }

  /** Connections to private hosts. */
  get dialled(): number {
    return this.#dialled;
  }

  /** The name servers as `ip:port`. */
  resolvers(kinds: readonly ResolverKind[]): readonly string[] {
    return kinds.map((kind) => this.#resolvers.get(kind)?.address ?? '');
  }

  /** Nobody has been here: greylists and counts begin again. */
  reset(): void {
    this.#dialled = 0;
    for (const memory of this.#memories) {
      memory.named.clear();
      memory.connections = 0;
    }
    for (const { forget } of this.#real) forget();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }

  async #start(binaries: Readonly<Record<string, string>>): Promise<void> {
    await this.#openPrivateHosts();
    for (const one of this.cases) if (!one.server && !one.at) await this.#addCase(one);
    await this.#addRealServers(binaries);
    const kinds = new Set(this.cases.flatMap(({ resolvers = [] }) => resolvers)).add('honest');
    const names: WorldNames = {
      zone: this.#zone,
      filtered: 'mv--plain.com',
      portal: this.#address(DEAD),
    };
    for (const [at, kind] of [...kinds].entries()) {
      const place = { address: this.#address(`53.${at + 1}`), port: this.#place.dnsPort };
      this.#resolvers.set(kind, this.#stack.use(await openResolver(kind, names, place)));
    }
  }

  #address(end: string): string {
    return `${this.#place.network}.${end}`;
  }

  /** Hosts that accept everything, as an internal mail host might, and count connections. */
  async #openPrivateHosts(): Promise<void> {
    for (const address of PRIVATE) {
      const memory = { named: new Set<string>(), connections: 0 };
      const server = createHost({ recipients: { '*': '250 2.1.5 Ok' } }, memory, 1);
      server.on('connection', () => this.#dialled++);
      await this.#listen(server, address);
    }
  }

  async #addCase(one: Case): Promise<void> {
    if (one.dns === 'nxdomain') return;
    const domain = domainOf(one);
    const { mx = ['10 mx'], hosts = {} } = one;
    const MX = mx.map((record) => {
      const [preference = '', name = ''] = record.split(' ');
      return [Number(preference), nameOf(name, domain)] as const;
    });
    this.#zone.set(domain, { MX });
    for (const [label, host] of Object.entries(hosts)) {
      const name = nameOf(label, domain);
      this.#zone.set(name, { ...this.#zone.get(name), ...(await this.#addHost(host)) });
    }
  }

  async #addHost(host: Host): Promise<Records> {
    const dead = this.#address(DEAD);
    if (host === 'down') return { A: [dead] };
    if (host === 'private') return { A: ['127.9.9.9'] };
    if (host === 'private_mapped') return { AAAA: ['::ffff:127.9.9.9'] };
    const memory = { named: new Set<string>(), connections: 0 };
    this.#memories.push(memory);
    const address = this.#address(`0.${++this.#hosts}`);
    await this.#listen(createHost(host, memory, this.#speedUp), address);
    return { A: host.alsoAtDeadAddress ? [dead, address] : [address] };
  }

  async #addRealServers(binaries: Readonly<Record<string, string>>): Promise<void> {
    const started = await startRealServers(binaries, {
      network: this.#place.network,
      port: this.#port,
    });
    for (const server of started) {
      this.#stack.use(server);
      for (const [name, records] of server.zone) this.#zone.set(name, records);
    }
    this.#real = started;
  }

  async #listen(server: Server, address: string): Promise<void> {
    const sockets = new Set<{ destroy(): void }>();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    if (this.#port === 0) this.#port = await freePort();
    server.listen(this.#port, address);
    await once(server, 'listening');
    this.#stack.defer(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  }
}

function nameOf(label: string, domain: string): string {
  if (label === '@') return domain;
  return label === '.' || label === 'localhost' ? label : `${label}.${domain}`;
}
