import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../../src/lists/file/database.ts';
import { ADDRESS } from '../../src/lists/file/portions.ts';
import { AddressInserter } from '../../src/lists/file/scan.ts';
import { runs } from '../support/property-runs.ts';

test('addresses keep the order of their first appearance, numbered without gaps', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 400 });
  fc.assert(
    fc.property(lists, (numbers) => {
      const list = numbers.map((number) => `person.${number}@example.com`);
      const distinct = [...new Set(list)];
      const duplicates = list.length - distinct.length;

      expect(noted(list)).toEqual({
        rows: distinct.map((address, index) => ({ ordinal: index + 1, address })),
        distinct: distinct.length,
        duplicates,
      });
    }),
    { numRuns: runs(50) },
  );
});

function noted(list: readonly string[]) {
  const database = temporaryDatabase();
  try {
    const inserter = new AddressInserter(database);
    for (const address of list) inserter.add(address);
    inserter.flush();
    const rows = database
      .prepare(`SELECT ordinal, ${ADDRESS} AS address FROM address ORDER BY ordinal`)
      .all();
    return {
      rows: rows.map((row) => ({ ...row })),
      distinct: inserter.distinct,
      duplicates: inserter.duplicates,
    };
  } finally {
    database.close();
  }
}
