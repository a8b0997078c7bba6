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
import { createTeamKey } from './team-key.ts';

export interface Killable {
  readonly url: string;
  /** With SIGKILL; resolves when it is dead. */
  kill(): Promise<void>;
  /** Resolves when the service has logged the end of the batch. */
  ended(batchId: string): Promise<void>;
}

export interface CrashSettings {
  readonly database: string;
  readonly start: () => Promise<Killable>;
  readonly kills: number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Calls that a service answers at most before it is killed. */
  readonly maxCalls: number;
  readonly onKill?: (kill: number) => void;
}

/** What the service said that it did. */
interface Ledger {
  readonly batches: Map<string, readonly string[]>;
  readonly cancelled: Set<string>;
  readonly verified: Set<string>;
  readonly revoked: Map<string, string>;
  /** What was sent and never answered: it may be there or not. */
  unanswered: number;
}

export interface CrashReport {
  readonly kills: number;
  readonly batches: number;
  readonly cancelled: number;
  readonly singles: number;
  readonly revoked: number;
  readonly unanswered: number;
  readonly history: number;
  /** What is not as it should be. */
  readonly faults: readonly string[];
}

const CLIENTS = 4;

export async function crashAgainAndAgain(settings: CrashSettings): Promise<CrashReport> {
  const { start, kills, random, maxCalls, database, onKill } = settings;
  const ledger: Ledger = {
    batches: new Map(),
    cancelled: new Set(),
    verified: new Set(),
    revoked: new Map(),
    unanswered: 0,
  };
  const key = await createClientKey(database);
  for (let kill = 1; kill <= kills; kill++) {
    const service = await start();
    const over = new AbortController();
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let left = 1 + Math.floor(random() * maxCalls);
    const onAnswer = () => {
      left -= 1;
      if (left === 0) resolve();
    };
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      keepBusy(service, {
        ...settings,
        ledger,
        key,
        name: `k${kill}c${client}`,
        over: over.signal,
        onAnswer,
      }),
    );
    await enough;
    over.abort();
    await service.kill();
    await Promise.all(clients);
    onKill?.(kill);
  }
  const service = await start();
  try {
    return await audit(service, { ledger, key, database, kills });
  } finally {
    await service.kill();
  }
}

interface Client extends Pick<CrashSettings, 'random' | 'database'> {
  readonly ledger: Ledger;
  readonly key: string;
  /** Part of each address, so that none comes twice. */
  readonly name: string;
  /** Aborts right before the service is killed: calls under way are lost. */
  readonly over: AbortSignal;
  /** Called after each call. */
  readonly onAnswer: () => void;
}

async function keepBusy(service: Killable, client: Client): Promise<void> {
  const { random, over, ledger } = client;
  for (let turn = 0; !over.aborted; turn++) {
    // However soon it is killed, a service has acknowledged a batch.
    const choice = turn === 0 ? 0 : random();
    try {
      if (choice < 0.4) await submit(service, client, turn);
      else if (choice < 0.6) await cancelOne(service, client);
      else if (choice < 0.9) await verifyOne(service, client, turn);
      else await revokeOne(client);
    } catch {
      ledger.unanswered += 1;
    }
    client.onAnswer();
  }
}

async function submit(service: Killable, client: Client, turn: number): Promise<void> {
  const size = 1 + Math.floor(client.random() * 30);
  const emails = Array.from({ length: size }, (_, n) => `${client.name}t${turn}n${n}@crash.test`);
  const { status, body } = await call(service, client.key, '/verify/batch', { emails });
  if (status === 200) client.ledger.batches.set((body as { id: string }).id, emails);
}

/** Never the first batch, which thus reaches the history. */
async function cancelOne(service: Killable, { ledger, key, random }: Client): Promise<void> {
  const ids = [...ledger.batches.keys()].slice(1).slice(-8);
  const id = ids[Math.floor(random() * ids.length)];
  if (id === undefined) return;
  const { status } = await call(service, key, `/batches/${id}/cancel`, {});
  if (status === 200) ledger.cancelled.add(id);
}

async function verifyOne(service: Killable, client: Client, turn: number): Promise<void> {
  const email = `${client.name}t${turn}single@crash.test`;
  const { status } = await call(service, client.key, '/verify', { email });
  if (status === 200) client.ledger.verified.add(email);
}

/** Beside the running service, as `mailvet admin` does it. */
async function revokeOne({ database, ledger }: Client): Promise<void> {
  const admin = await openAdmin(database, { clock: systemClock });
  try {
    const request = { label: '', actor: COMMAND_LINE };
    const { id, key } = await createKey(admin, await findTeam(admin, 'crash'), request);
    await revokeKey(admin, id);
    ledger.revoked.set(id, key);
  } finally {
    await admin.store.close();
  }
}

async function call(service: Killable, key: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function createClientKey(database: string): Promise<string> {
  const admin = await openAdmin(database, { clock: systemClock });
  const key = await createTeamKey(admin, 'crash');
  await admin.store.close();
  return key;
}

interface Scene extends Pick<CrashSettings, 'database' | 'kills'> {
  readonly ledger: Ledger;
  readonly key: string;
}

async function audit(service: Killable, scene: Scene): Promise<CrashReport> {
  const { ledger, key, database, kills } = scene;
  await allEnded(service, database);
  const faults: string[] = [];
  for (const [id, emails] of ledger.batches) {
    faults.push(...(await batchFaults(service, { key, id, emails, ledger })));
  }
  for (const [id, revoked] of ledger.revoked) {
    const { status } = await call(service, revoked, '/batches');
    if (status !== 401) faults.push(`the revoked key ${id} answers ${status}`);
  }
  const books = readBooks(database);
  faults.push(...bookFaults(books, ledger));
  return {
    kills,
    batches: ledger.batches.size,
    cancelled: ledger.cancelled.size,
    singles: ledger.verified.size,
    revoked: ledger.revoked.size,
    unanswered: ledger.unanswered,
    history: books.emails.length,
    faults,
  };
}

interface BatchCheck {
  readonly key: string;
  readonly id: string;
  readonly emails: readonly string[];
  readonly ledger: Ledger;
}

async function batchFaults(service: Killable, { key, id, emails, ledger }: BatchCheck) {
  const { status, body } = await call(service, key, `/batches/${id}`);
  if (status !== 200) return [`the accepted batch ${id} answers ${status}`];
  const { batch, emails: entries } = body as {
    batch: { status: string; processedCount: number };
    emails: { email: string; status: string }[];
  };
  const faults: string[] = [];
  const same = entries.map(({ email }) => email).join() === emails.join();
  if (!same) faults.push(`${id} has other addresses than were accepted`);
  if (ledger.cancelled.has(id) && batch.status !== 'cancelled') {
    faults.push(`the cancelled ${id} is ${batch.status}`);
  }
  if (!['completed', 'cancelled'].includes(batch.status)) faults.push(`${id} is ${batch.status}`);
  const verified = entries.filter((entry) => entry.status === 'verified').length;
  if (verified !== batch.processedCount) {
    faults.push(`${id} has ${verified} results and counts ${batch.processedCount}`);
  }
  if (batch.status === 'completed' && verified !== emails.length) {
    faults.push(`the completed ${id} has ${verified} of ${emails.length} results`);
  }
  return faults;
}

interface Books {
  readonly emails: readonly string[];
  readonly used: number;
  /** Charged for verifications that a kill ended: given back when their time is over. */
  readonly reserved: number;
  readonly results: number;
}

function bookFaults({ emails, used, reserved, results }: Books, ledger: Ledger): string[] {
  const faults: string[] = [];
  const distinct = new Set(emails);
  if (distinct.size !== emails.length) faults.push('an address is in the history twice');
  for (const email of ledger.verified) {
    if (!distinct.has(email)) faults.push(`${email} was answered and is not in the history`);
  }
  const singles = emails.filter((email) => email.includes('single')).length;
  if (emails.length - singles !== results) {
    faults.push(`${results} results of batches, ${emails.length - singles} in the history`);
  }
  if (used - reserved !== emails.length) {
    faults.push(`${used} charged, ${reserved} of it reserved, ${emails.length} verified`);
  }
  return faults;
}

function readBooks(database: string): Books {
  const file = new DatabaseSync(database, { readOnly: true });
  const number = (sql: string) => Number(file.prepare(sql).get()?.n ?? 0);
  const books = {
    emails: file
      .prepare('select email from verifications')
      .all()
      .map(({ email }) => String(email)),
    used: number(
      "select sum(used) as n from usage join teams on id = team_id where name = 'crash'",
    ),
    reserved: number('select sum(count) as n from reservations'),
    results: number("select count(*) as n from entries where status = 'verified'"),
  };
  file.close();
  return books;
}

async function allEnded(service: Killable, database: string): Promise<void> {
  const file = new DatabaseSync(database, { readOnly: true });
  const open = file.prepare("select id from batches where status in ('pending', 'processing')");
  const ids = open.all().map(({ id }) => String(id));
  file.close();
  await Promise.all(ids.map((id) => service.ended(id)));
}
