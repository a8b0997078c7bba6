import { afterAll } from 'vitest';
import type { Store } from '../../../src/service/ports.ts';
import { THREADS } from '../../support/list-world.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../../support/postgres.ts';
import { inTurns, openNode, storedTexts, storeWithLists } from '../../support/shared-nodes.ts';
import { describeListFiles } from './list-files-conformance.ts';

let database: TestDatabase | undefined;
let store: Store;
afterAll(() => database?.dispose());

/** Each question goes to another of two nodes. */
describeListFiles(
  {
    name: 'a database',
    async open(path, leaving, id) {
      database ??= await migratedDatabase();
      store = await storeWithLists(database.url, [id]);
      const open = () => openNode(store, path, leaving, THREADS);
      return inTurns([open(), open()]);
    },
    stored: (path) => storedTexts(database?.url ?? '', path),
    async dispose() {
      await store.close();
      await emptyTables(database?.url ?? '');
    },
  },
  false,
);
