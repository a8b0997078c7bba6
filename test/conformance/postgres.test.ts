import { afterAll } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { describeLists } from './lists-conformance.ts';
import { describePeople } from './people-conformance.ts';
import { describeStore, type StoreUnderTest } from './store-conformance.ts';

let database: TestDatabase | undefined;
afterAll(() => database?.dispose());

describeStore('PostgreSQL', open);
describePeople('PostgreSQL', open);
describeLists('PostgreSQL', open);

async function open(): Promise<StoreUnderTest> {
  database ??= await migratedDatabase();
  const { url } = database;
  const store = await openStore(url);
  const other = await openStore(url);
  return {
    store,
    other,
    async dispose() {
      await store.close();
      await other.close();
      await emptyTables(url);
    },
  };
}
