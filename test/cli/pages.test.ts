import { expect, test } from 'vitest';
import { pagesOf } from '../../src/cli/pages.ts';
import type { Page } from '../../src/client/service-client.ts';

const ALL = { limit: Number.POSITIVE_INFINITY, skip: 0 };

async function gathered(fetch: (page: Page) => Promise<readonly string[]>): Promise<string[]> {
  const found: string[] = [];
  for await (const element of pagesOf(fetch, ALL)) {
    found.push(element);
    if (found.length > 10_000) throw new Error('it never ends');
  }
  return found;
}

test.for([0, 1, 100, 250, 1000])('%i equal elements are all given', async (count) => {
  const list = new Array<string>(count).fill('monitored@example.com');
  const fetch = async ({ limit = 100, skip = 0 }: Page) => list.slice(skip, skip + limit);
  expect(await gathered(fetch)).toHaveLength(count);
});

test('the list of a service that knows no skip is given once', async () => {
  const list = ['a', 'b', 'c'];
  expect(await gathered(async ({ limit = 100 }) => list.slice(0, limit))).toEqual(list);
});

test('pages that are shorter than asked for are followed to the end', async () => {
  const list = Array.from({ length: 95 }, (_, index) => `${index}`);
  expect(await gathered(async ({ skip = 0 }) => list.slice(skip, skip + 20))).toEqual(list);
});
