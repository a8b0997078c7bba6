import { afterAll } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import {
  emptyTables,
  migratedDatabase,
  startSooner,
  type TestDatabase,
} from '../support/postgres.ts';
import { problemsOf } from '../support/problems-of.ts';
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

let database: TestDatabase | undefined;
afterAll(() => database?.dispose());

describeStore('PostgreSQL', open);
describePages('PostgreSQL', open);
describeParts('PostgreSQL', open);
describePeople('PostgreSQL', open);
describeLists('PostgreSQL', open);
describeWebhooks('PostgreSQL', open);
describeSuppressions('PostgreSQL', open);
describeNews('PostgreSQL', open);
describeNotices('PostgreSQL', open);
describeCorrections('PostgreSQL', open);
describePolicies('PostgreSQL', open);
describeOutcomes('PostgreSQL', open);
describeLedger('PostgreSQL', open);
describeIdempotency('PostgreSQL', open);
describeStorage('PostgreSQL', open);
describeResults('PostgreSQL', open);
describeUndecided('PostgreSQL', open);
describeWatches('PostgreSQL', open);

const clock = { now: () => NOW };

async function open(): Promise<StoreUnderTest> {
  database ??= await migratedDatabase();
  const { url } = database;
  const store = await openStore(url, { clock });
  const other = await openStore(url, { clock });
  return {
    store,
    other,
    elapse: (ms) => startSooner(url, ms),
    check: () => problemsOf(url),
    async dispose() {
      await store.close();
      await other.close();
      await emptyTables(url);
    },
  };
}
