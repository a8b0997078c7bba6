/**
 * Kills a service with SIGKILL at random instants while clients create, verify, cancel and revoke,
 * and compares what was acknowledged with what is there in the end.
 */
import { DatabaseSync } from 'node:sqlite';
import { openAdmin } from '../../src/composition/admin.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { COMMAND_LINE } from '../../src/service/people/records.ts';
import { createKey, revokeKey } from '../../src/service/teams/keys.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import type { ChildNode, EventLog } from './event-log.ts';
import { createTeamKey } from './team-key.ts';

interface CrashSettings {
  readonly database: string;
  readonly start: () => Promise<ChildNode>;
  /** Of all services. */
  readonly log: EventLog;
  readonly kills: number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Calls that a service answers at most before it is killed. */
  readonly maxCalls: number;
}

const CLIENTS = 4;

/** Returns what is not as it should be, and how many addresses the history has. */
export async function crashAgainAndAgain(settings: CrashSettings) {
  const { start, kills, random, maxCalls, database } = settings;
  const admin = await openAdmin(database, { clock: systemClock });
  const ledger = new Ledger(settings, await createTeamKey(admin, 'crash'));
  await admin.store.close();
  for (let kill = 1; kill <= kills; kill++) {
    const service = await start();
    const over = new AbortController();
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let left = 1 + Math.floor(random() * maxCalls);
    const onAnswer = () => {
      left -= 1;
      if (left === 0) resolve();
    };
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        // Calls under way are lost when the service is killed.
        await ledger.act(service, `k${kill}c${client}t${turn}`, turn === 0).catch(() => {});
        onAnswer();
      }
    });
    await enough;
    over.abort();
    await service.end();
    await Promise.all(clients);
  }
  const service = await start();
  return await ledger.audit(service).finally(() => service.end());
}

/** What the service said that it did. */
class Ledger {
  readonly #settings: CrashSettings;
  readonly #key: string;
  readonly #batches = new Map<string, readonly string[]>();
  readonly #cancelled = new Set<string>();
  readonly #verified = new Set<string>();
  readonly #revoked = new Map<string, string>();

  constructor(settings: CrashSettings, key: string) {
    this.#settings = settings;
    this.#key = key;
  }

  /** One call. `name` is part of each address, so that none comes twice. */
  async act(service: ChildNode, name: string, isFirst: boolean): Promise<void> {
    // However soon it is killed, a service has acknowledged a batch.
    const choice = isFirst ? 0 : this.#settings.random();
    if (choice < 0.4) await this.#submit(service, name);
    else if (choice < 0.6) await this.#cancelOne(service);
    else if (choice < 0.9) await this.#verifyOne(service, `${name}single@crash.test`);
    else await this.#revokeOne();
  }

  async audit(service: ChildNode) {
    const file = new DatabaseSync(this.#settings.database, { readOnly: true });
    const open = file.prepare("select id from batches where status in ('pending', 'processing')");
    const ids = open.all().map(({ id }) => String(id));
    await Promise.all(ids.map((id) => this.#settings.log.untilEnded(id)));
    const faults: string[] = [];
    for (const [id, emails] of this.#batches) {
      faults.push(...(await this.#batchFaults(service, id, emails)));
    }
    for (const [id, revoked] of this.#revoked) {
      const { status } = await call(service, revoked, '/batches');
      if (status !== 401) faults.push(`the revoked key ${id} answers ${status}`);
    }
    const emails = file.prepare('select email from verifications').all();
    const history = emails.map(({ email }) => String(email));
    faults.push(...this.#bookFaults(history, file));
    file.close();
    return { faults, history: history.length };
  }

  async #submit(service: ChildNode, name: string): Promise<void> {
    const size = 1 + Math.floor(this.#settings.random() * 30);
    const emails = Array.from({ length: size }, (_, n) => `${name}n${n}@crash.test`);
    const { status, body } = await call(service, this.#key, '/verify/batch', { emails });
    if (status === 200) this.#batches.set((body as { id: string }).id, emails);
  }

  /** Never the first batch, which thus reaches the history. */
  async #cancelOne(service: ChildNode): Promise<void> {
    const ids = [...this.#batches.keys()].slice(1).slice(-8);
    const id = ids[Math.floor(this.#settings.random() * ids.length)];
    if (id === undefined) return;
    const { status } = await call(service, this.#key, `/batches/${id}/cancel`, {});
    if (status === 200) this.#cancelled.add(id);
  }

  async #verifyOne(service: ChildNode, email: string): Promise<void> {
    const { status } = await call(service, this.#key, '/verify', { email });
    if (status === 200) this.#verified.add(email);
  }

  /** Beside the running service, as `mailvet admin` does it. */
  async #revokeOne(): Promise<void> {
    const admin = await openAdmin(this.#settings.database, { clock: systemClock });
    try {
      const request = { label: '', actor: COMMAND_LINE };
      const { id, key } = await createKey(admin, await findTeam(admin, 'crash'), request);
      await revokeKey(admin, id);
      this.#revoked.set(id, key);
    } finally {
      await admin.store.close();
    }
  }

  async #batchFaults(service: ChildNode, id: string, emails: readonly string[]) {
    const { status, body } = await call(service, this.#key, `/batches/${id}`);
    if (status !== 200) return [`the accepted batch ${id} answers ${status}`];
    const { batch, emails: entries } = body as {
      batch: { status: string; processedCount: number };
      emails: { email: string; status: string }[];
    };
    const verified = entries.filter((entry) => entry.status === 'verified').length;
    const isEnded = ['completed', 'cancelled'].includes(batch.status);
    const isWhole = batch.status !== 'completed' || verified === emails.length;
    return findFaults([
      [entries.map(({ email }) => email).join() === emails.join(), `${id} has other addresses`],
      [!this.#cancelled.has(id) || batch.status === 'cancelled', `${id} is not cancelled`],
      [isEnded, `${id} is ${batch.status}`],
      [verified === batch.processedCount, `${id}: ${verified} of ${batch.processedCount} results`],
      [isWhole, `the completed ${id} has ${verified} of ${emails.length} results`],
    ]);
  }

  #bookFaults(history: readonly string[], file: DatabaseSync): string[] {
    const number = (sql: string) => Number(file.prepare(`select (${sql}) as n`).get()?.n ?? 0);
    const used = number(
      "select sum(used) from usage join teams on id = team_id where name = 'crash'",
    );
    // Charged for verifications that a kill ended: given back when their time is over.
    const reserved = number('select sum(count) from reservations');
    const results = number("select count(*) from entries where status = 'verified'");
    const distinct = new Set(history);
    const singles = history.filter((email) => email.includes('single')).length;
    const lost = [...this.#verified].filter((email) => !distinct.has(email));
    const counts = `${used} charged, ${reserved} of it reserved, ${results} results of batches`;
    return findFaults([
      [distinct.size === history.length, 'an address is in the history twice'],
      [lost.length === 0, `${lost} was answered and is not in the history`],
      [history.length - singles === results, `${counts}, and other ones in the history`],
      [used - reserved === history.length, `${counts}, ${history.length} verified`],
    ]);
  }
}

/** What is said where something does not hold. */
function findFaults(checks: readonly (readonly [holds: boolean, fault: string])[]): string[] {
  return checks.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

async function call(service: ChildNode, key: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
