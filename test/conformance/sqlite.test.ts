import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeStore } from './store-conformance.ts';

describeStore('SQLite', async () => {
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
});
