/** The faults themselves, and what must hold while they last. */
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../books.ts';
import type { FleetNode } from '../node.ts';
import type { Pooler } from '../pooler.ts';
import type { KillablePostgres } from '../postgres.ts';
import { untilBack, whileAway } from './availability.ts';
import type { Fleet } from './fleet.ts';
import type { FaultName } from './plan.ts';

interface Stage {
  readonly fleet: Fleet;
  readonly postgres: KillablePostgres;
  readonly pooler: Pooler;
  readonly random: () => number;
}

interface Injector {
  inject(name: FaultName): Promise<void>;
  /** Faults that last are over. */
  settled(): Promise<void>;
  readonly happened: ReadonlyMap<string, number>;
  /** What was seen of services that came back. */
  readonly notes: readonly string[];
  readonly faults: readonly string[];
}

/** Four times as long as others wait before they take its parts. */
const STOPPED_MS = 120_000;
const OUTAGE_MS = 12_000;
const FULL_MS = 15_000;

export function injector(stage: Stage): Injector {
  const { fleet, postgres, pooler, random } = stage;
  const happened = new Map<string, number>();
  const notes: string[] = [];
  const faults: string[] = [];
  const lasting: Promise<void>[] = [];
  /** Makes the database unavailable, and checks what the services answer meanwhile and afterwards. */
  const unavailable = async (what: string, away: () => Promise<void>) => {
    const services = fleet.nodes('serve');
    const watched = { services, key: fleet.key };
    const checked = whileAway(watched);
    await away();
    faults.push(...(await checked.end()).map((fault) => `${what}: ${fault}`));
    const back = await untilBack(watched);
    if (back === undefined) faults.push(`${what}: a service did not recover by itself`);
    else notes.push(`${what}, ${(back / 1000).toFixed(1)} s until all services answered`);
  };
  const kill = async (role: FleetNode['role']) => {
    while (!(await fleet.kill(role))) await sleep(100);
  };
  const acts: Readonly<Record<FaultName, () => Promise<void>>> = {
    worker: () => kill('work'),
    service: () => kill('serve'),
    postgres: () => (random() < 0.5 ? postgres.kill() : postgres.killBackend(random())),
    pooler: () => pooler.kill(),
    drop: () => postgres.dropConnections(),
    restart: () => (random() < 0.5 ? postgres.restart() : pooler.restart()),
    outage: () => unavailable('PostgreSQL away', () => postgres.restart(OUTAGE_MS)),
    async disk() {
      const { disk } = postgres;
      if (!disk) return;
      await unavailable('disk full', async () => {
        disk.fill();
        await sleep(FULL_MS);
        disk.empty();
        await postgres.untilUp();
      });
    },
    async stop() {
      const node = await untilWorking(stage);
      if (!node) return;
      fleet.withdraw(node);
      node.process.kill('SIGSTOP');
      lasting.push(
        sleep(STOPPED_MS).then(() => {
          node.process.kill('SIGCONT');
          fleet.giveBack(node);
        }),
      );
    },
    clock: async () => {},
  };
  return {
    async inject(name) {
      await acts[name]();
      happened.set(name, (happened.get(name) ?? 0) + 1);
    },
    async settled() {
      await Promise.all(lasting);
    },
    happened,
    notes,
    faults,
  };
}

/** A worker in the midst of parts; undefined where none is for a while. */
async function untilWorking({ fleet, postgres }: Stage): Promise<FleetNode | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const node = fleet.pick('work');
    const parts = node ? await partsOf(postgres.url, node.machine).catch(() => 0) : 0;
    if (parts > 1) return node;
    await sleep(50);
  }
  return undefined;
}

function partsOf(database: string, machine: string): Promise<number> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ parts: string }>(
      "select count(*) as parts from mailvet_jobs.job where state = 'active' and (output ->> 'owner')::json ->> 'place' like $1 || ' %'",
      [machine],
    );
    return Number(rows[0]?.parts);
  });
}
