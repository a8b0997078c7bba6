import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeNewOwner } from '../../../src/lists/folder/folder-owner.ts';
import { ListRunner } from '../../../src/lists/run/list-runner.ts';
import { openListFiles } from '../../../src/lists/thread/open-list-files.ts';
import { submitBatch } from '../../../src/service/batches/batches.ts';
import type { ListFiles } from '../../../src/service/lists/list-files.ts';
import type { ListRecord } from '../../../src/service/lists/list-ports.ts';
import {
  cancelList,
  deleteList,
  planRetries,
  retryDueLists,
  retryList,
} from '../../../src/service/lists/lists.ts';
import type { Team } from '../../../src/service/records.ts';
import type { ServiceEvent } from '../../../src/service/service-event.ts';
import { claimPart } from '../../support/claim-part.ts';
import { eachTest } from '../../support/each-test.ts';
import { foundResult } from '../../support/found-result.ts';
import { hold, listWorld, THREADS } from '../../support/list-world.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);
const lists = eachTest(() => listWorld(world));
let team: Team;

beforeEach(async () => {
  team = (await world.team('ours')).team;
});

const find = async (id: string) => world.context.store.lists(team.id).find(id);
const person = {
  id: 'p',
  email: 'ada@example.com',
  role: 'owner',
  createdAt: 0,
  language: null,
} as const;
const by = () => ({ person, team });
const email = (name: string, count: number) =>
  `email\n${Array.from({ length: count }, (_, at) => `${name}${at}@x.com\n`).join('')}`;

async function downloaded({ id }: ListRecord): Promise<string> {
  const head = { name: '', at: 0, service: '' };
  const wanted = { format: 'csv', bom: false, head } as const;
  const pieces: Uint8Array[] = [];
  const { signal } = new AbortController();
  for await (const piece of lists.files.download(id, wanted, signal)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function passed(ms: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  world.clock.advance(ms);
}

describe('the runner of lists', () => {
  it('verifies a list to its end', async () => {
    const list = await lists.upload(team, 'Name,E-mail\nA,a@x.com\nB,gone@x.com\nC,grey@x.com\n');
    expect(list).toMatchObject({ status: 'running', totalCount: 3, processedCount: 0 });
    await lists.finish();
    expect(await find(list.id)).toMatchObject({
      status: 'completed',
      processedCount: 3,
      verdicts: { deliverable: 1, risky: 0, undeliverable: 1, unknown: 1 },
      endedAt: world.clock.now(),
    });
    const rows = (await downloaded(list)).split('\n');
    expect(rows[1]).toMatch(/^A,a@x\.com,a@x\.com,.*deliverable,accepted/);
    expect(rows[2]).toMatch(/^B,gone@x\.com,gone@x\.com,.*undeliverable,mailbox/);
    // The third could not be decided.
    expect(await world.used('ours')).toBe(2);
  });

  it('verifies no suppressed address of a list, and says so in its words', async () => {
    await world.context.store.suppressions(team.id).add(['a@x.com'], world.clock.now());
    const list = await lists.upload(team, 'Name,E-mail\nA,A@X.com\nB,b@x.com\n');
    await lists.finish();
    expect(world.verifier.asked).toEqual(['b@x.com']);
    expect((await find(list.id))?.verdicts).toMatchObject({ deliverable: 1, risky: 1, unknown: 0 });
    const [, suppressed = ''] = (await downloaded(list)).split('\n');
    expect(suppressed).toMatch(/risky,suppressed/);
    expect(await world.used('ours')).toBe(1);
  });

  it('has twenty thousand addresses without a result open at most', async () => {
    const list = await lists.upload(team, email('u', 22_500));
    await lists.runner.look();
    expect(await find(list.id)).toMatchObject({ places: 22_500, sent: 20_000 });
    await lists.runner.look();
    expect((await find(list.id))?.sent).toBe(20_000);
  });

  it('sends more while batches wait for their last addresses', async () => {
    const list = await lists.upload(team, `${email('u', 22_499)}slow@x.com\n`);
    await lists.runner.look();
    const { store } = world.context;
    const part = await claimPart(store, team.id);
    const pending = await store.parts.pending(part);
    const positions = pending.slice(0, 999).map(({ position }) => position);
    const result = foundResult();
    await store.parts.record(part, [{ positions, result }], 0);
    await lists.runner.look();
    expect((await find(list.id))?.sent).toBe(21_000);
  });

  it('leaves a fifth of the open batches of a team to its programs', async () => {
    const context = { ...world.context, maxOpenBatches: 5 };
    const runner = new ListRunner({ ...context, clock: world.clock, files: lists.files });
    const list = await lists.upload(team, email('u', 5500));
    await runner.look();
    expect(await find(list.id)).toMatchObject({ sent: 4000, waitsFor: 'open_batches' });
  });

  it('waits for the quota, and uses up what is left of it', async () => {
    await world.context.store.teams.setQuota('ours', 300);
    const list = await lists.upload(team, email('u', 1500));
    for (let look = 0; look < 3; look++) {
      await lists.runner.look();
      await lists.work();
    }
    expect(await find(list.id)).toMatchObject({
      status: 'running',
      waitsFor: 'quota',
      processedCount: 300,
      places: 1500,
      sent: 300,
    });
    await world.context.store.teams.setQuota('ours', 5000);
    await lists.finish();
    expect(await find(list.id)).toMatchObject({ status: 'completed', waitsFor: null });
    expect(await world.used('ours')).toBe(1500);
  });

  it('makes no batch of each verification that is given back near the quota', async () => {
    await world.context.store.teams.setQuota('ours', 1000);
    const list = await lists.upload(team, email('u', 1500));
    for (const quota of [1000, 1001, 1002, 1099]) {
      await world.context.store.teams.setQuota('ours', quota);
      await lists.runner.look();
      expect(await find(list.id)).toMatchObject({ sent: 1000, waitsFor: 'quota' });
    }
    await world.context.store.teams.setQuota('ours', 1100);
    await lists.runner.look();
    expect(await find(list.id)).toMatchObject({ sent: 1100, places: 1500 });
    await lists.work();
    await world.context.store.teams.setQuota('ours', 1103);
    await lists.runner.look();
    expect(await find(list.id)).toMatchObject({ sent: 1103, places: 1500 });
  });

  it('waits until other batches of the team have ended', async () => {
    const context = { ...world.context, maxOpenBatches: 1 };
    const runner = new ListRunner({ ...context, clock: world.clock, files: lists.files });
    const list = await lists.upload(team, email('u', 1500));
    await runner.look();
    expect(await find(list.id)).toMatchObject({ waitsFor: 'open_batches', sent: 1000 });
    await lists.work();
    await runner.look();
    expect(await find(list.id)).toMatchObject({ waitsFor: null, sent: 1500 });
  });

  it("sees to a team's lists while another team's are under way", async () => {
    const theirs = (await world.team('theirs')).team;
    const slow = [
      await lists.upload(theirs, email('a', 10)),
      await lists.upload(theirs, email('b', 10)),
    ].map(({ id }) => id);
    const list = await lists.upload(team, email('u', 10));
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const files: ListFiles = {
      ...lists.files,
      async cut(id, first, most) {
        if (slow.includes(id)) await held;
        return lists.files.cut(id, first, most);
      },
    };
    const runner = new ListRunner({ ...world.context, clock: world.clock, files });
    runner.start();
    while ((await find(list.id))?.sent !== 10) await new Promise(setImmediate);
    await lists.work();
    await world.clock.sleeping(50);
    world.clock.advance(50);
    while ((await find(list.id))?.status !== 'completed') await new Promise(setImmediate);
    letGo();
    await runner.stop();
    const others = await world.context.store.lists(theirs.id).list({ limit: 9, skip: 0 });
    expect(others.map(({ sent }) => sent).sort()).toEqual([0, 10]);
  });

  it('looks once a batch has ended, and while nothing happens often enough for its leases', async () => {
    const looks: number[] = [];
    const { store } = world.context;
    const open = () => {
      looks.push(world.clock.monotonic());
      return store.listQueue.open();
    };
    const context = {
      ...world.context,
      store: { ...store, listQueue: { ...store.listQueue, open } },
    };
    const runner = new ListRunner({ ...context, clock: world.clock, files: lists.files });
    const list = await lists.upload(team, email('u', 10));
    const begun = world.clock.monotonic();
    runner.start();
    await world.clock.sleeping(10_000);
    while ((await find(list.id))?.sent !== 10) await passed(0);
    for (let second = 0; second < 10; second++) await passed(1000);
    await world.clock.sleeping(10_000);
    expect(looks).toEqual([begun, begun + 10_000]);
    await lists.work();
    await world.clock.sleeping(50);
    while ((await find(list.id))?.status !== 'completed') await passed(50);
    await runner.stop();
    expect(looks.slice(0, 3)).toEqual([begun, begun + 10_000, begun + 10_050]);
    expect(looks.length).toBeLessThan(5);
  });

  it('heeds no batch while no list is under way', async () => {
    lists.runner.start();
    await world.clock.sleeping(30_000);
    const created = await submitBatch(world.context, team.id, { emails: ['a@x.com'] });
    expect(created).toMatchObject({ status: 'pending' });
    await lists.work();
    await passed(0);
    expect(world.clock.sleepers).toBe(1);
    await world.clock.sleeping(30_000);
  });

  it("takes a step of each team's lists in turn, however many lists a team has", async () => {
    const theirs = (await world.team('theirs')).team;
    const many = new Set<string>();
    for (let n = 0; n < 10; n++) many.add((await lists.upload(theirs, email(`t${n}-`, 5))).id);
    const list = await lists.upload(team, email('u', 5));
    const sent: string[] = [];
    const files: ListFiles = {
      ...lists.files,
      async cut(id, first, most) {
        sent.push(many.has(id) ? 'theirs' : 'ours');
        return lists.files.cut(id, first, most);
      },
    };
    const runner = new ListRunner({ ...world.context, clock: world.clock, files });
    await runner.look();
    expect((await find(list.id))?.sent).toBe(5);
    expect(sent).toHaveLength(11);
    expect(sent.indexOf('ours')).toBeLessThan(3);
  });

  it('charges and verifies nothing twice, even with concurrent runners', async () => {
    const other = new ListRunner({ ...world.context, clock: world.clock, files: lists.files });
    const list = await lists.upload(team, email('u', 2500));
    await Promise.all([lists.runner.look(), other.look()]);
    await lists.work();
    await Promise.all([lists.runner.look(), other.look()]);
    await lists.finish();
    expect(await find(list.id)).toMatchObject({ status: 'completed', processedCount: 2500 });
    expect(world.verifier.asked).toHaveLength(2500);
    expect(await world.used('ours')).toBe(2500);
  });

  it('goes on where a process was killed between any two steps', async () => {
    const list = await lists.upload(team, email('u', 1200));
    const { store } = world.context;
    const { take, release } = store.listLeases;
    // Of a process that was killed so long ago.
    const over = { release, take: (ids: readonly string[], by: string) => take(ids, by, -1) };
    const context = { ...world.context, store: { ...store, listLeases: over } };
    const again = () => new ListRunner({ ...context, clock: world.clock, files: lists.files });
    await again().look();
    await lists.work();
    // Collected in the file, and not noted in the store: as after a kill in between.
    const [batch] = await store.listQueue.uncollected(list.id);
    const found = await store.team(team.id).findBatch(batch?.batchId ?? '');
    await lists.files.store(list.id, found?.entries ?? []);
    await again().look();
    await lists.work();
    await again().look();
    expect(await find(list.id)).toMatchObject({
      status: 'completed',
      verdicts: { deliverable: 1200, risky: 0, undeliverable: 0, unknown: 0 },
    });
    expect(world.verifier.asked).toHaveLength(1200);
  });

  it('shows results of a batch that still runs', async () => {
    const list = await lists.upload(team, 'email\na@x.com\nslow@x.com\n');
    await lists.runner.look();
    world.verifier.hold();
    const working = lists.work();
    await world.verifier.started('slow@x.com');
    world.verifier.letGo('a@x.com');
    while ((await find(list.id))?.processedCount !== 1) await passed(50);
    world.clock.advance(5000);
    await lists.runner.look();
    expect((await find(list.id))?.verdicts.deliverable).toBe(1);
    world.verifier.letGo('slow@x.com');
    await working;
  });

  it('retries at a planned time, also where the process that began to died', async () => {
    const list = await lists.upload(team, 'email\na@x.com\ngrey@x.com\n');
    await lists.finish();
    await planRetries(lists.lists, by(), { id: list.id, after: [1000] });
    world.clock.advance(15 * 60_000);
    const taken = Promise.withResolvers<void>();
    const retryUnknown = (): Promise<never> => {
      taken.resolve();
      return new Promise(() => {});
    };
    const files = { ...lists.files, retryUnknown };
    void retryDueLists({ ...lists.lists, hold, files });
    await taken.promise;
    world.clock.advance(11 * 60_000);
    await world.context.store.listQueue.endAbandoned(world.clock.now() - 10 * 60_000);
    expect((await find(list.id))?.status).toBe('completed');
    await lists.finish();
    expect(world.verifier.asked).toEqual(['a@x.com', 'grey@x.com', 'grey@x.com']);
    expect(await find(list.id)).toMatchObject({ status: 'completed', retryPlan: { times: [] } });
  });

  it('begins a planned retry once, where two processes see its time', async () => {
    const list = await lists.upload(team, 'email\na@x.com\ngrey@x.com\n');
    await lists.finish();
    await planRetries(lists.lists, by(), { id: list.id, after: [1000] });
    world.clock.advance(15 * 60_000);
    const sees = Promise.withResolvers<void>();
    const { listQueue } = world.context.store;
    // Reads what is due before the other begins, and goes on after it.
    const slow = {
      ...listQueue,
      async dueRetries(now: number) {
        const due = await listQueue.dueRetries(now);
        await sees.promise;
        return due;
      },
    };
    const store = { ...world.context.store, listQueue: slow };
    const second = retryDueLists({ ...lists.lists, hold, store });
    await retryDueLists({ ...lists.lists, hold });
    await lists.finish();
    sees.resolve();
    await second;
    await lists.finish();
    expect(world.verifier.asked).toEqual(['a@x.com', 'grey@x.com', 'grey@x.com']);
  });

  it('leaves a planned retry to the process that sees to the list', async () => {
    const list = await lists.upload(team, 'email\ngrey@x.com\n');
    await lists.finish();
    await planRetries(lists.lists, by(), { id: list.id, after: [1000] });
    world.clock.advance(15 * 60_000);
    await retryDueLists({ ...lists.lists, hold: async () => new Map() });
    expect((await find(list.id))?.status).toBe('completed');
    await retryDueLists({ ...lists.lists, hold });
    expect((await find(list.id))?.status).toBe('running');
    await lists.finish();
  });

  it('retries a list later where its file gives an error, and the others now', async () => {
    const uploads = ['grey@x.com', 'grey@y.com'].map((email) =>
      lists.upload(team, `email\n${email}\n`),
    );
    const [broken, whole] = await Promise.all(uploads);
    await lists.finish();
    for (const list of [broken, whole]) {
      await planRetries(lists.lists, by(), { id: String(list?.id), after: [1000] });
    }
    world.clock.advance(15 * 60_000);
    const files = {
      ...lists.files,
      async retryUnknown(id: string, sent: number) {
        if (id === broken?.id) throw new Error('disk full');
        return lists.files.retryUnknown(id, sent);
      },
    };
    await retryDueLists({ ...lists.lists, hold, files });
    expect(await find(String(whole?.id))).toMatchObject({ status: 'running' });
    await lists.finish();
    expect(await find(String(broken?.id))).toMatchObject({ status: 'completed', isRetry: false });
    world.clock.advance(15 * 60_000);
    await lists.finish();
    expect(await find(String(broken?.id))).toMatchObject({ status: 'completed', isRetry: true });
  });

  it('retries what is unknown, and merges it', async () => {
    const list = await lists.upload(team, 'email\na@x.com\ngrey@x.com\n');
    await lists.finish();
    await retryList(lists.lists, by(), list.id);
    expect(await find(list.id)).toMatchObject({ status: 'running', totalCount: 1 });
    await lists.finish();
    expect(world.verifier.asked).toEqual(['a@x.com', 'grey@x.com', 'grey@x.com']);
    expect(await find(list.id)).toMatchObject({
      status: 'completed',
      processedCount: 1,
      verdicts: { deliverable: 1, unknown: 1 },
    });
    await expect(retryList(lists.lists, by(), 'list_other')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('retries a list once, however often that is asked while it is divided', async () => {
    const list = await lists.upload(team, 'email\na@x.com\ngrey@x.com\n');
    await lists.finish();
    const { promise: divided, resolve: letGo } = Promise.withResolvers<void>();
    const divisions: number[] = [];
    const files: ListFiles = {
      ...lists.files,
      async retryUnknown(id, sent) {
        divisions.push(sent);
        await divided;
        return lists.files.retryUnknown(id, sent);
      },
    };
    const first = retryList({ ...lists.lists, files }, by(), list.id);
    while (divisions.length === 0) await new Promise(setImmediate);
    const second = retryList({ ...lists.lists, files }, by(), list.id);
    const refused = expect(second).rejects.toMatchObject({ kind: 'conflict' });
    await lists.runner.look();
    expect(await find(list.id)).toMatchObject({ sent: 2, places: 2 });
    letGo();
    await Promise.all([first, refused]);
    expect(divisions).toEqual([2]);
    await lists.finish();
    expect(world.verifier.asked).toEqual(['a@x.com', 'grey@x.com', 'grey@x.com']);
  });

  it('leaves a list as it was whose retry comes to nothing', async () => {
    const list = await lists.upload(team, 'email\na@x.com\n');
    await lists.finish();
    const before = await find(list.id);
    await expect(retryList(lists.lists, by(), list.id)).rejects.toMatchObject({
      message: 'No address of contacts.csv is unknown',
    });
    expect(await find(list.id)).toEqual(before);
    expect(await world.context.store.listQueue.open()).toEqual([]);
  });

  it('ends a cancelled list with what was found, and goes on with the rest in a retry', async () => {
    const list = await lists.upload(team, email('u', 1500));
    await lists.runner.look();
    await claimPart(world.context.store, team.id);
    await cancelList(lists.lists, by(), list.id);
    await lists.finish();
    expect(await find(list.id)).toMatchObject({ status: 'cancelled', sent: 1500 });
    expect(await world.used('ours')).toBe(0);
    await expect(cancelList(lists.lists, by(), list.id)).rejects.toMatchObject({
      kind: 'conflict',
    });
    await retryList(lists.lists, by(), list.id);
    await lists.finish();
    expect(await find(list.id)).toMatchObject({ status: 'completed', totalCount: 1500 });
    expect(world.verifier.asked).toHaveLength(1500);
  });

  it('cancels the batches of a cancelled list, should nobody else have done so', async () => {
    const list = await lists.upload(team, email('u', 10));
    await lists.runner.look();
    await world.context.store.lists(team.id).cancel(list.id, { actor: 'x', at: 0 });
    await lists.runner.look();
    expect(await world.context.store.lists(team.id).openBatches(list.id)).toEqual([]);
    expect(world.signals.at(-1)).toMatch(/^batch_/);
  });

  it('deletes the rows, batches and files of a removed list', async () => {
    const list = await lists.upload(team, email('u', 1500));
    await lists.runner.look();
    await deleteList(lists.lists, by(), list.id);
    expect(await find(list.id)).toBeUndefined();
    const deleted = lists.runner.look();
    while ((await world.context.store.listQueue.ids()).size > 0) await passed(20);
    await deleted;
    expect(await lists.files.ids()).toEqual([]);
    expect(await world.context.store.team(team.id).listBatches({ limit: 9, skip: 0 })).toEqual([]);
    expect(await world.used('ours')).toBe(0);
  });

  it('deletes files at its start that belong to no list', async () => {
    const list = await lists.upload(team, 'email\na@x.com\n');
    await world.context.store.lists(team.id).remove(list.id, { actor: 'x', at: 0 });
    while (!(await world.context.store.listQueue.deleteRows(list.id)));
    lists.runner.start();
    while ((await lists.files.ids()).length > 0) await new Promise(setImmediate);
    await lists.runner.stop();
    expect(await lists.files.ids()).toEqual([]);
  });

  it('ends an upload whose process was killed, while the service runs', async () => {
    const upload = { id: 'list_killed', name: 'a.csv', size: 1000 };
    const change = { actor: 'ada@example.com', at: world.clock.now() };
    const stored = world.context.store.lists(team.id);
    await stored.create(upload, 1e6, change);
    await writeFile(world.folder.path('lists/list_killed.rows'), 'a@x.com\n');
    await writeFile(world.folder.path('lists/upload-01234567-89ab-cdef-0123-456789abcdef'), '');
    lists.runner.start();
    await world.clock.sleeping(30_000);
    expect(await stored.storage()).toBe(1000);
    while ((await stored.storage()) > 0) await passed(60_000);
    expect(world.clock.now() - change.at).toBeLessThan(20 * 60_000);
    expect(await readdir(world.folder.path('lists'))).toEqual([]);
  });

  it('measures at its start what ended lists take, which may have been moved', async () => {
    const list = await lists.upload(team, email('u', 10));
    await lists.finish();
    const [size] = (await lists.files.sizes([list.id])).values();
    const { listQueue } = world.context.store;
    await listQueue.recordSizes(new Map([[list.id, 1]]));
    lists.runner.start();
    await world.clock.sleeping(30_000);
    expect((await find(list.id))?.size).toBe(size);
    expect(await lists.files.sizes(['list_other'])).toEqual(new Map());
  });

  /** A runner whose events are kept. */
  function observed(files: ListFiles = lists.files) {
    const events: ServiceEvent[] = [];
    const observe = (event: ServiceEvent) => events.push(event);
    const runner = new ListRunner({ ...world.context, clock: world.clock, files, observe });
    return { events, runner };
  }

  it('waits for the file of a list that is missing, goes on with the others, and loses no result', async () => {
    const { events, runner } = observed();
    const missed = await lists.upload(team, 'email\na@x.com\n');
    await runner.look();
    await lists.work();
    const found = await lists.upload(team, 'email\nb@x.com\n');
    const [here, away] = [world.folder.path('lists'), world.folder.path('away')];
    const names = (await readdir(here)).filter((name) => name.startsWith(missed.id));
    await mkdir(away);
    for (const name of names) await rename(join(here, name), join(away, name));
    await runner.look();
    expect(await find(missed.id)).toMatchObject({ status: 'running', waitsFor: 'file' });
    expect((await find(found.id))?.sent).toBe(1);
    await passed(30_000);
    await runner.look();
    // It is reported once.
    expect(events.filter(({ event }) => event === 'list_failed')).toEqual([
      expect.objectContaining({ listId: missed.id }),
    ]);
    for (const name of names) await rename(join(away, name), join(here, name));
    await passed(30_000);
    await runner.look();
    expect(await find(missed.id)).toMatchObject({
      status: 'completed',
      waitsFor: null,
      verdicts: { deliverable: 1 },
    });
    expect(world.verifier.asked).toEqual(['a@x.com']);
  });

  it('rests while the folder of the lists is away, says so once, and goes on when it is back', async () => {
    const path = world.folder.path('lists');
    const leaving = new AbortController();
    writeNewOwner({ path }, { id: 'ours' });
    const files = openListFiles({ path, owner: 'ours' }, leaving.signal, THREADS);
    const { events, runner } = observed(files);
    const list = await lists.upload(team, 'email\na@x.com\n');
    const removed = await lists.upload(team, 'email\nb@x.com\n');
    await deleteList(lists.lists, by(), removed.id);
    const [here, away] = [path, world.folder.path('away')];
    await rename(here, away);
    // As the place is where its disk was mounted.
    await mkdir(here);
    runner.start();
    await world.clock.sleeping(5000);
    world.clock.advance(5000);
    await world.clock.sleeping(5000);
    expect(events.map(({ event }) => event)).toEqual(['lists_away']);
    const received = { fd: 0, name: 'c.csv', column: '' };
    await expect(files.read('list_c', received)).rejects.toMatchObject({ kind: 'lists_away' });
    expect(await readdir(here)).toEqual([]);
    expect(await find(list.id)).toMatchObject({ status: 'running', sent: 0 });
    await rm(here, { recursive: true });
    await rename(away, here);
    world.clock.advance(5000);
    await world.clock.sleeping(10_000);
    await runner.stop();
    expect(events.map(({ event }) => event)).toContain('lists_back');
    expect(await find(list.id)).toMatchObject({ status: 'running', sent: 1 });
    // What somebody deleted is deleted where its files are.
    await lists.runner.look();
    expect((await readdir(here)).filter((name) => name.startsWith(removed.id))).toEqual([]);
    leaving.abort();
  });

  it('sets aside the files of lists that the database does not know, and takes them back', async () => {
    const { events, runner } = observed();
    const list = await lists.upload(team, 'email\na@x.com\n');
    const here = world.folder.path('lists');
    const names = [
      'list_later.rows',
      'list_later.sqlite',
      'list_later.sqlite-wal',
      'list_cut.original',
    ];
    for (const name of [...names, 'import_5_a.rows']) await writeFile(join(here, name), name);
    await runner.look();
    runner.start();
    await world.clock.sleeping(10_000);
    await runner.stop();
    const aside = join(here, 'unknown');
    expect((await readdir(aside)).sort()).toEqual([...names].sort());
    // The copy of a file that was imported is what a process of ours left.
    expect((await readdir(here)).sort()).toEqual(
      ['unknown', `${list.id}.rows`, `${list.id}.sqlite`].sort(),
    );
    const said = events.filter(({ event }) => event === 'list_set_aside');
    expect(said).toHaveLength(2);
    expect(said).toContainEqual({
      event: 'list_set_aside',
      listId: 'list_later',
      path: join(aside, 'list_later'),
    });
    // A list whose files were set aside under another database.
    await lists.files.setAside(list.id);
    await lists.files.takeBack(new Set([list.id]));
    await lists.finish();
    expect((await find(list.id))?.status).toBe('completed');
  });

  it('keeps nothing of a list that takes more room than is allowed', async () => {
    const small = listWorld(world, 20_000);
    await expect(small.upload(team, email('u', 500))).rejects.toMatchObject({ kind: 'refused' });
    await small.runner.look();
    expect(await small.files.ids()).toEqual([]);
    expect(await world.context.store.lists(team.id).storage()).toBe(0);
    await small.dispose();
  });
});
