import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListNews } from '../../../src/service/lists/list-ports.ts';
import type { Store } from '../../../src/service/ports.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { withClient } from '../../support/postgres-template.ts';
import { type OpenedDatabase, openDatabase } from './opened-database.ts';

let opened: OpenedDatabase;
let other: Store;

beforeEach(async () => {
  opened = await openDatabase();
  other = await openStore(opened.url);
});
afterEach(async () => {
  await other.close();
  await opened.close();
});

/** News, each of which is taken once, in the order in which they arrive. */
function newsOf({ listQueue }: Store): () => Promise<ListNews> {
  const news: ListNews[] = [];
  let arrived = () => {};
  listQueue.onNews((one) => {
    news.push(one);
    arrived();
  });
  return async () => {
    const next = news.shift();
    if (next) return next;
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return news.shift() ?? 'changed';
  };
}

const listeners = "query like 'listen %' and datname = current_database()";

it('is notified by others, also once a lost connection is there again', async () => {
  const { listQueue } = opened.store;
  const next = newsOf(opened.store);
  await next();
  expect(listQueue.isNotified()).toBe(true);
  await withClient(opened.url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listeners}`),
  );
  expect(await next()).toBe('changed');
  expect(listQueue.isNotified()).toBe(false);
  expect(await next()).toBe('changed');
  expect(listQueue.isNotified()).toBe(true);
  other.listQueue.notifyOthers();
  expect(await next()).toBe('changed');
});

it('listens only where somebody wants the news', async () => {
  const count = () =>
    withClient(opened.url, async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as n from pg_stat_activity where ${listeners}`,
      );
      return rows[0]?.n;
    });
  expect(await count()).toBe(0);
  await newsOf(opened.store)();
  expect(await count()).toBe(1);
});
