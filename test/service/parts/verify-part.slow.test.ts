import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WritePace } from '../../../src/service/parts/outcome-writer.ts';
import { runPart } from '../../../src/service/parts/run-part.ts';
import type { Store } from '../../../src/service/ports.ts';
import { hashEntry } from '../../../src/service/suppressions/entries.ts';
import type { VerifierPort } from '../../../src/service/verifications/verifier-port.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { internalFinding } from '../../../src/verifier/engine/finding.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';
import { foundResult } from '../../support/found-result.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TEAM = 'team_ours';
const clock = manualClock();

interface Opened {
  readonly store: Store;
  dispose(): Promise<void>;
}

let database: TestDatabase;
let opened: Opened | undefined;
afterEach(async () => {
  await opened?.dispose();
  opened = undefined;
});
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.dispose());

async function openSqlite(): Promise<Opened> {
  const folder = temporaryFolder();
  const store = await openStore(folder.path('service.db'), { clock });
  const dispose = async () => {
    await store.close();
    folder.dispose();
  };
  return { store, dispose };
}

async function openPostgres(): Promise<Opened> {
  const { url } = database;
  const store = await openStore(url, { clock });
  const dispose = async () => {
    await store.close();
    await emptyTables(url);
  };
  return { store, dispose };
}

/** A team with a batch of these addresses, and its worker. */
async function work(open: () => Promise<Opened>, emails: readonly string[]) {
  opened = await open();
  const { store } = opened;
  const verifier: VerifierPort & ReturnType<typeof fakeVerifier> = {
    ...fakeVerifier(),
    routes: async (all) => all.map(() => ({ kind: 'hosts', provider: 'x.test', isKnown: false })),
  };
  const now = clock.now();
  await store.teams.create({ id: TEAM, name: 'ours', quota: 100, createdAt: now });
  const entries = emails.map((email) => ({ email, cacheKey: email, cost: 1 }));
  const month = new Date(now).toISOString().slice(0, 7);
  await store.team(TEAM).createBatch({ id: 'b1', createdAt: now, month, entries });
  const deps = {
    parts: store.parts,
    verifier,
    clock,
    store,
    random: () => 0.5,
    internalFinding,
    observe: () => {},
  };
  const pace = new WritePace(clock);
  return {
    store,
    asked: verifier.asked,
    /** Runs the next part; false if there isn't one. */
    async step(): Promise<boolean> {
      const { parts } = store;
      const [queue] = await parts.waitingQueues();
      const part = queue && (await parts.claim({ owner: 'me', queue }));
      if (!part) return false;
      const control = new AbortController();
      await runPart(deps, { part, control, pace, onProgress: () => {} });
      return true;
    },
    async result() {
      const found = await store.team(TEAM).findBatch('b1');
      const used = (await store.teams.list(month))[0]?.used;
      const reasons = found?.entries.map(
        ({ email, result }) => `${email} ${result?.facts.deliverable} ${result?.reason}`,
      );
      return { status: found?.batch.status, reasons, used };
    },
  };
}

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const)('a batch on %s', (_, open) => {
  it('verifies no suppressed address, by its text, its domain or its hash, and charges none', async () => {
    const emails = ['Ann@x.test', 'bob@x.test', 'Ann@x.test', 'eve@no.test', 'tom@x.test'];
    const { store, asked, step, result } = await work(open, emails);
    await store.suppressions(TEAM).add(['ann@x.test', '@no.test', 'tom@x.test'], clock.now());
    const suppressed = {
      entry: 'tom@x.test',
      hash: (team: string) => hashEntry(team, 'tom@x.test'),
    };
    await store.erasure.erase({ emails: [], error: '', suppressed });
    while (await step());
    expect(asked).toEqual(['bob@x.test']);
    expect(await result()).toEqual({
      status: 'completed',
      reasons: [
        'Ann@x.test false suppressed',
        'bob@x.test true accepted',
        'Ann@x.test false suppressed',
        'eve@no.test false suppressed',
        'tom@x.test false suppressed',
      ],
      used: 1,
    });
  });

  it('does not answer a suppressed address from the cache', async () => {
    const { store, asked, step, result } = await work(open, ['ann@x.test']);
    const found = foundResult({ facts: { ...FACTS, deliverable: true } });
    const keep = { key: 'ann@x.test', expiresAt: clock.now() + 9 };
    const cached = { email: 'ann@x.test', result: found, at: clock.now(), keep };
    await store.team(TEAM).recordVerification(cached);
    await store.suppressions(TEAM).add(['ann@x.test'], clock.now());
    while (await step());
    expect(asked).toEqual([]);
    expect((await result()).reasons).toEqual(['ann@x.test false suppressed']);
  });

  it('asks and charges a mailbox once, and answers each of its spellings', async () => {
    const emails = ['Ann.Lee@gmail.com', 'bob@x.test', 'annlee+news@googlemail.com', 'Bob@x.test'];
    const { asked, step, result } = await work(open, emails);
    while (await step());
    expect(asked.toSorted()).toEqual(['Ann.Lee@gmail.com', 'Bob@x.test', 'bob@x.test']);
    expect(await result()).toEqual({
      status: 'completed',
      reasons: emails.map((email) => `${email} true accepted`),
      used: 3,
    });
  });

  it('answers a spelling by what the cache has of another, and not by a suppressed one', async () => {
    const emails = ['annlee@gmail.com', 'AnnLee@gmail.com', 'tom@gmail.com', 'Tom+x@gmail.com'];
    const { store, asked, step, result } = await work(open, emails);
    const found = foundResult({ facts: { ...FACTS, deliverable: true } });
    const keep = { key: 'AnnLee@gmail.com', expiresAt: clock.now() + 9 };
    const cached = { email: 'AnnLee@gmail.com', result: found, at: clock.now(), keep };
    await store.team(TEAM).recordVerification(cached);
    await store.suppressions(TEAM).add(['tom@gmail.com'], clock.now());
    while (await step());
    expect(asked).toEqual(['Tom+x@gmail.com']);
    expect((await result()).reasons?.map((line) => line.split(' ')[1])).toEqual([
      'true',
      'true',
      'false',
      'true',
    ]);
  });
});

it('a part that waits respects what was added to the list meanwhile', async () => {
  const { store, asked, step, result } = await work(openPostgres, ['ann@x.test', 'bob@x.test']);
  expect(await step()).toBe(true);
  expect(asked).toEqual([]);
  await store.suppressions(TEAM).add(['bob@x.test'], clock.now());
  expect(await step()).toBe(true);
  expect(asked).toEqual(['ann@x.test']);
  expect(await result()).toMatchObject({ status: 'completed', used: 1 });
});

const FACTS = {
  valid: true,
  deliverable: false,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: true,
  score: 100,
};
