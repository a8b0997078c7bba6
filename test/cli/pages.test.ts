import { expect, test } from 'vitest';
import { pagesOf } from '../../src/cli/pages.ts';
import type { PageOptions } from '../../src/contract/client/service-client.ts';
import { MailvetError } from '../../src/lib/errors.ts';

const ALL = { limit: Number.POSITIVE_INFINITY, skip: 0 };

function gathered(fetch: (page: PageOptions) => Promise<readonly string[]>): Promise<string[]> {
  return gatheredFrom(pagesOf(fetch, ALL));
}

async function gatheredFrom(pages: AsyncGenerator<readonly string[]>): Promise<string[]> {
  const found: string[] = [];
  for await (const page of pages) {
    found.push(...page);
    if (found.length > 10_000) throw new Error('it never ends');
  }
  return found;
}

test.for([0, 1, 100, 250, 1000])('%i equal elements are all given', async (count) => {
  const list = new Array<string>(count).fill('monitored@example.com');
  const fetch = async ({ limit = 100, skip = 0 }: PageOptions) => list.slice(skip, skip + limit);
  expect(await gathered(fetch)).toHaveLength(count);
});

test('the list of a service that knows no skip is given once', async () => {
  const list = ['a', 'b', 'c'];
  expect(await gathered(async ({ limit = 100 }) => list.slice(0, limit))).toEqual(list);
});

test('a list of several pages is given once, too, where the service knows no skip', async () => {
  const list = Array.from({ length: 250 }, (_, index) => `${index}`);
  const found = await gathered(async ({ limit = 100 }) => list.slice(0, limit));
  expect(found).toEqual(list.slice(0, 100));
});

test('a long list is fetched in large pages, of which one is fetched ahead', async () => {
  const list = Array.from({ length: 2500 }, (_, index) => `${index}`);
  const asked: PageOptions[] = [];
  const pages = pagesOf(async (page) => {
    asked.push(page);
    return list.slice(page.skip, (page.skip ?? 0) + (page.limit ?? 0));
  }, ALL);
  await pages.next();
  expect(asked).toEqual([
    { limit: 100, skip: 0 },
    { limit: 1000, skip: 100 },
  ]);
  expect(await gatheredFrom(pages)).toEqual(list.slice(100));
  expect(asked).toHaveLength(5);
});

test('a service that refuses large pages is asked for small ones', async () => {
  const list = Array.from({ length: 450 }, (_, index) => `${index}`);
  const refused: number[] = [];
  const found = await gathered(async ({ limit = 100, skip = 0 }) => {
    if (limit <= 100) return list.slice(skip, skip + limit);
    refused.push(limit);
    throw new MailvetError('refused', 'limit is too large');
  });
  expect(found).toEqual(list);
  expect(refused).toEqual([1000]);
});

test('a failure behind the elements that are wanted is none', async () => {
  const fetch = async ({ limit = 100, skip = 0 }: PageOptions) => {
    if (skip > 0) throw new MailvetError('server', 'broken');
    return Array.from({ length: limit }, (_, index) => `${index}`);
  };
  expect(await gatheredFrom(pagesOf(fetch, { limit: 100, skip: 0 }))).toHaveLength(100);
  await expect(gathered(fetch)).rejects.toThrow('broken');
});

test('pages that are shorter than asked for are followed to the end', async () => {
  const list = Array.from({ length: 95 }, (_, index) => `${index}`);
  expect(await gathered(async ({ skip = 0 }) => list.slice(skip, skip + 20))).toEqual(list);
});
