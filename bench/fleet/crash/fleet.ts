/** The services and workers of a run: each that was killed is replaced, as a supervisor would. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FleetNode, type NodeSettings, startNode } from '../node.ts';

export type Role = FleetNode['role'];

interface FleetOptions {
  readonly settings: Pick<NodeSettings, 'world' | 'home'>;
  /** A node uses one of them. */
  readonly databases: readonly string[];
  readonly random: () => number;
  /** The clocks of one service and one worker are off by five minutes. */
  readonly isClockOff: boolean;
}

const SIZES: Readonly<Record<Role, number>> = { serve: 2, work: 4 };
const FLAGS: Readonly<Record<Role, readonly string[]>> = {
  serve: ['--rate-limit', '0', '--open-batches', '100000', '--workers', '0', '--lists', 'off'],
  work: [],
};
const CLOCK_OFF_MS = 5 * 60_000;

interface Place {
  readonly role: Role;
  readonly clockOff: number;
  node: FleetNode | undefined;
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #places: Place[];
  readonly #withdrawn = new Set<FleetNode>();
  readonly #starts = new Set<Promise<void>>();
  /** Nodes that ended although nothing was done to them. */
  readonly ended: string[] = [];
  #machines = 0;
  #isOver = false;
  key = '';

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#places = (['serve', 'work'] as const).flatMap((role) =>
      Array.from({ length: SIZES[role] }, (_, n) => ({
        role,
        clockOff: options.isClockOff && n === 0 ? CLOCK_OFF_MS * (role === 'serve' ? 1 : -1) : 0,
        node: undefined,
      })),
    );
  }

  async start(): Promise<void> {
    const [first, ...others] = this.#places;
    if (!first) return;
    await this.#fill(first);
    this.key = first.node?.key ?? '';
    await Promise.all(others.map((place) => this.#fill(place)));
  }

  nodes(role?: Role): readonly FleetNode[] {
    return this.#places.flatMap(({ node }) =>
      node && (role === undefined || node.role === role) ? [node] : [],
    );
  }

  #free(role: Role): readonly FleetNode[] {
    return this.nodes(role).filter((node) => !this.#withdrawn.has(node));
  }

  pick(role: Role): FleetNode | undefined {
    const nodes = this.#free(role);
    return nodes[Math.floor(this.#options.random() * nodes.length)];
  }

  /** kill -9. Another takes its place, unless most of them are only starting. */
  async kill(role: Role): Promise<boolean> {
    const node = this.pick(role);
    const place = this.#places.find((each) => node && each.node === node);
    if (!node || !place || this.nodes(role).length <= SIZES[role] / 2) return false;
    place.node = undefined;
    await node.end('SIGKILL');
    const start = this.#fill(place).finally(() => this.#starts.delete(start));
    this.#starts.add(start);
    return true;
  }

  /** Nothing is done to the node until it is given back. */
  withdraw(node: FleetNode): void {
    this.#withdrawn.add(node);
  }

  giveBack(node: FleetNode): void {
    this.#withdrawn.delete(node);
  }

  /** All places are filled again. */
  async whole(): Promise<void> {
    await Promise.all(this.#starts);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.whole();
    await Promise.all(this.nodes().map((node) => node.end('SIGTERM')));
  }

  /** A node that meets a dead database ends with an error; a supervisor starts it again. */
  async #fill(place: Place): Promise<void> {
    const { settings, databases, random } = this.#options;
    const { role, clockOff } = place;
    while (!this.#isOver) {
      const database = databases[Math.floor(random() * databases.length)] ?? '';
      const machine = `machine-${++this.#machines}`;
      const own = { ...settings, database, clockOff, machine, flags: FLAGS[role] };
      const node = await startNode(role, own).catch(() => undefined);
      if (node) {
        place.node = node;
        this.#watch(place, node);
        return;
      }
      await sleep(300);
    }
  }

  #watch(place: Place, node: FleetNode): void {
    node.process.once('exit', (code, signal) => {
      if (this.#isOver || place.node !== node) return;
      this.ended.push(`a ${node.role} ended by itself (${signal ?? code}): ${node.errors.at(-1)}`);
      place.node = undefined;
      void this.#fill(place);
    });
  }
}
