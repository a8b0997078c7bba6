import { expect, it } from 'vitest';
import { entryInserts } from '../../src/store/sqlite/address-rows.ts';

const toEntry = (email: string) => ({ email, cacheKey: email.toLowerCase(), cost: 1 });

it('entries are added domain by domain, each with its position in the batch', () => {
  const emails = [
    'ann@a.test',
    'Bob@B.test',
    'no address',
    'cid@a.test',
    'dan@b.test',
    '"@"@a.test',
  ];
  const inserts = entryInserts('batch_1', emails.map(toEntry));
  const rows = inserts.map(({ values }) => values);
  expect(rows).toEqual(
    [0, 3, 5, 1, 4, 2].map((position) => {
      const { email, cacheKey, cost } = toEntry(emails[position] ?? '');
      return ['batch_1', position, email, cacheKey === email ? '' : cacheKey, cost];
    }),
  );
});
