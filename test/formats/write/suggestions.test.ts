import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';

/** The edit distances that `records` addresses of a domain cost, each judged by outcomes of its own: V8 counts. */
async function countDistances(domain: string, records: number): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (let at = 0; at < records; at++) {
    const address = `record${at}@${domain}`;
    const { suggestion } = createAddressJudge({ lookup: () => undefined })({
      raw: address,
      address,
    });
    expect(suggestion).toBe(`record${at}@gmail.com`);
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ url }) => url.includes('/lib/did-you-mean.ts'))
    .flatMap(({ functions }) => functions)
    .filter(({ functionName }) => functionName === 'editDistance')
    .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

test('a domain is compared with the known ones once, however many records have it', async () => {
  expect(await countDistances('gmeil.com', 1)).toBeGreaterThan(0);
  expect(await countDistances('gmeil.com', 1000)).toBe(0);
});
