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

interface Heard {
  readonly news: ListNews;
  /** Whether others notify this process, as the news arrives. */
  readonly isNotified: boolean;
}

/** News, each of which is taken once, in the order in which they arrive. */
function newsOf({ listQueue }: Store): () => Promise<Heard> {
  const heard: Heard[] = [];
  let arrived = () => {};
  listQueue.onNews((news) => {
    heard.push({ news, isNotified: listQueue.isNotified() });
    arrived();
  });
  const next = async (): Promise<Heard> => {
    const first = heard.shift();
    if (first) return first;
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return next();
  };
  return next;
}

const listeners = "query like 'listen %' and datname = current_database()";

it('is notified by others, also once a lost connection is there again', async () => {
  const next = newsOf(opened.store);
  expect(await next()).toEqual({ news: 'changed', isNotified: true });
  await withClient(opened.url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listeners}`),
  );
  expect(await next()).toEqual({ news: 'changed', isNotified: false });
  expect(await next()).toEqual({ news: 'changed', isNotified: true });
  other.listQueue.notifyOthers();
  expect(await next()).toEqual({ news: 'changed', isNotified: true });
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
