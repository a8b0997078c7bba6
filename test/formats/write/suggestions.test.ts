import { expect, test } from 'vitest';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { countCalls } from '../../support/count-calls.ts';

/** The edit distances that `records` addresses of a domain cost, each judged by outcomes of its own. */
function countDistances(domain: string, records: number): number {
  return countCalls('/lib/did-you-mean.ts', 'editDistance', () => {
    for (let at = 0; at < records; at++) {
      const address = `record${at}@${domain}`;
      const { suggestion } = createAddressJudge({ lookup: () => undefined })({
        raw: address,
        address,
      });
      expect(suggestion).toBe(`record${at}@gmail.com`);
    }
  });
}

test('a domain is compared with the known ones once, however many records have it', () => {
  expect(countDistances('gmeil.com', 1)).toBeGreaterThan(0);
  expect(countDistances('gmeil.com', 1000)).toBe(0);
});
