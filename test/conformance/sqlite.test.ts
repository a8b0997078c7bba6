import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeLists } from './lists-conformance.ts';
import { describePeople } from './people-conformance.ts';
import { describeStore, type StoreUnderTest } from './store-conformance.ts';

describeStore('SQLite', open);
describePeople('SQLite', open);
describeLists('SQLite', open);

async function open(): Promise<StoreUnderTest> {
  const folder = temporaryFolder();
  const database = folder.path('service.db');
  const store = await openStore(database);
  const other = await openStore(database);
  return {
    store,
    other,
    async dispose() {
      await store.close();
      await other.close();
      folder.dispose();
    },
  };
}
