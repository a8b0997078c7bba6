import { open, writeFile } from 'node:fs/promises';
import { ListRunner } from '../../src/lists/run/list-runner.ts';
import { ListThreads } from '../../src/lists/thread/list-threads.ts';
import { openListFiles } from '../../src/lists/thread/open-list-files.ts';
import type { HoldLists, ListRecord } from '../../src/service/lists/list-ports.ts';
import { type ListContext, uploadList } from '../../src/service/lists/lists.ts';
import { WritePace } from '../../src/service/parts/outcome-writer.ts';
import { runPart } from '../../src/service/parts/run-part.ts';
import type { TeamMember } from '../../src/service/people/records.ts';
import type { Team } from '../../src/service/records.ts';
import { internalFinding } from '../../src/verifier/engine/finding.ts';
import type { ServiceWorld } from './service-world.ts';

type Base = Pick<ServiceWorld, 'context' | 'clock' | 'folder'>;

export type ListWorld = ReturnType<typeof listWorld>;

const OWNER = 'test worker';

/** Shared by the tests of a file, who don't wait for threads to start; they end with its process. */
class SharedThreads extends ListThreads {
  override async close(): Promise<void> {}
}

/** As of a process that is alone. */
export const hold: HoldLists = async (ids) => new Map(ids.map((id) => [id, 1]));

export const THREADS = new SharedThreads();
const PLENTY = 1e9;

/** Lists over the store and the verifier of a service world. */
export function listWorld({ context, clock, folder }: Base, listStorage = PLENTY) {
  const leaving = new AbortController();
  const files = openListFiles({ path: folder.path('lists') }, leaving.signal, THREADS);
  const { store, verifier } = context;
  const runner = new ListRunner({ ...context, clock, files });
  const wakeLists: ListContext['wakeLists'] = (why) => runner.wake(why);
  const lists = { ...context, files, listStorage, wakeLists };
  const deps = { parts: store.parts, store, verifier, clock, random: () => 0, internalFinding };
  const pace = new WritePace(clock);

  /** Works on all batches that are open, as the workers do. */
  async function work(): Promise<void> {
    const { parts } = deps;
    for (const queue of await parts.waitingQueues()) {
      const claim = () => parts.claim({ owner: OWNER, queue });
      for (let part = await claim(); part; part = await claim()) {
        const control = new AbortController();
        await runPart(
          { ...deps, observe: () => {} },
          { part, control, onProgress: () => {}, pace },
        );
      }
    }
  }

  return {
    lists,
    files,
    runner,
    work,
    /** Uploads a file as somebody of the team. */
    async upload(team: Team, text: string, name = 'contacts.csv'): Promise<ListRecord> {
      const path = folder.path('given');
      await writeFile(path, text);
      await using file = await open(path);
      const { fd } = file;
      const size = Buffer.byteLength(text);
      return await uploadList(lists, memberOf(team), { fd, name, size, column: '', waits: false });
    },
    /** Sees all lists to their end. */
    async finish(): Promise<void> {
      do {
        await runner.look();
        await work();
      } while ((await store.listQueue.open()).length > 0);
    },
    /** Ends what reads and writes lists, as a service does that stops. */
    leave: () => leaving.abort(),
    async dispose() {
      leaving.abort();
      await runner.stop();
      await files.close();
    },
  };
}

function memberOf(team: Team): TeamMember {
  const ada = { id: 'p', email: 'ada@example.com', createdAt: 0, language: null };
  return { person: { ...ada, role: 'owner' }, team };
}
