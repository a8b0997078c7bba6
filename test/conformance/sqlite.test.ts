import { openStore } from '../../src/store/open-store.ts';
import type { IndexBounds } from '../../src/store/sqlite/history.ts';
import { problemsOf } from '../support/problems-of.ts';
import { migratedFile } from '../support/sqlite.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeCorrections } from './corrections-conformance.ts';
import { describeIdempotency } from './idempotency-conformance.ts';
import { describeLedger } from './ledger-conformance.ts';
import { describeLists } from './lists-conformance.ts';
import { describeNews } from './news-conformance.ts';
import { describeNotices } from './notices-conformance.ts';
import { describeOutcomes } from './outcomes-conformance.ts';
import { describePages } from './pages-conformance.ts';
import { describeParts } from './parts-conformance.ts';
import { describePeople } from './people-conformance.ts';
import { describePolicies } from './policies-conformance.ts';
import { describeResults } from './results-conformance.ts';
import { describeStorage } from './storage-conformance.ts';
import { describeStore, type StoreUnderTest } from './store-conformance.ts';
import { describeSuppressions } from './suppressions-conformance.ts';
import { describeUndecided } from './undecided-conformance.ts';
import { describeWatches } from './watches-conformance.ts';
import { describeWebhooks, NOW } from './webhooks-conformance.ts';

describeStore('SQLite', () => open());
describePages('SQLite', () => open());
describeParts('SQLite', () => open());
describePeople('SQLite', () => open());
describeLists('SQLite', () => open());
describeWebhooks('SQLite', () => open());
describeSuppressions('SQLite', () => open());
describeNews('SQLite', () => open());
describeNotices('SQLite', () => open());
describeCorrections('SQLite', () => open());
describePolicies('SQLite', () => open());
describeOutcomes('SQLite', () => open());
describeLedger('SQLite', () => open());
describeLedger('SQLite, each row in the index', () => open({ recent: 0, entered: 1 }));
describeIdempotency('SQLite', () => open());
describeStorage('SQLite', () => open());
describeResults('SQLite', () => open());
describeUndecided('SQLite', () => open());
describeWatches('SQLite', () => open());

async function open(indexBounds?: IndexBounds): Promise<StoreUnderTest> {
  const folder = temporaryFolder();
  const database = migratedFile(folder);
  let now = NOW;
  const clock = { now: () => now };
  const store = await openStore(database, { clock, indexBounds });
  const other = await openStore(database, { clock });
  return {
    store,
    other,
    async elapse(ms) {
      now += ms;
    },
    check: () => problemsOf(database),
    async dispose() {
      await store.close();
      await other.close();
      folder.dispose();
    },
  };
}
