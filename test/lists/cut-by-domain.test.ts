import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutByDomain } from '../../src/lists/file/cut-by-domain.ts';

/** Domains by their number of addresses, these mixed as a list mixes them. */
function listOf(sizes: readonly number[], seed: number): number[][] {
  const owners = sizes.flatMap((size, domain) => Array.from({ length: size }, () => domain));
  const mixed = owners
    .map((domain, index) => ({ domain, key: Math.imul(index + 1, 2654435761 + 2 * seed) >>> 0 }))
    .sort((a, b) => a.key - b.key);
  const domains: number[][] = sizes.map(() => []);
  mixed.forEach(({ domain }, index) => {
    domains[domain]?.push(index + 1);
  });
  return domains.filter((domain) => domain.length > 0);
}

function cut(domains: readonly number[][], size: number, together: number): number[][] {
  const groups = {
    total: domains.flat().length,
    size,
    large: domains.filter(({ length }) => length > together),
    small: domains.filter(({ length }) => length <= together),
  };
  return [...cutByDomain(groups)].map((batch) => [...batch]);
}

const list = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 120 }),
    fc.array(fc.integer({ min: 41, max: 900 }), { maxLength: 5 }),
    fc.integer(),
  )
  .map(([small, large, seed]) => listOf([...small, ...large], seed));
const SIZE = 100;
const TOGETHER = 40;

describe('cutByDomain', () => {
  it('puts every address into one batch, in the order of the list', () => {
    fc.assert(
      fc.property(list, (domains) => {
        const batches = cut(domains, SIZE, TOGETHER);
        expect(batches.flat().sort((a, b) => a - b)).toEqual(domains.flat().sort((a, b) => a - b));
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(SIZE);
          expect(batch).toEqual(batch.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('keeps small domains together, and large ones in the order of the list', () => {
    fc.assert(
      fc.property(list, (domains) => {
        const batches = cut(domains, SIZE, TOGETHER);
        const batchOf = new Map(batches.flatMap((batch, at) => batch.map((one) => [one, at])));
        for (const domain of domains) {
          const places = domain.map((ordinal) => batchOf.get(ordinal) ?? -1);
          if (domain.length <= TOGETHER) expect(new Set(places).size).toBe(1);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('spreads a large domain evenly from the first batch to the last', () => {
    const small = Array.from({ length: 1200 }, (_, at) => 1 + (at % 7));
    const batches = cut(listOf([...small, 3000, 800], 1), 1000, 100);
    const counts = (domain: readonly number[]) => {
      const mine = new Set(domain);
      return batches.map((batch) => batch.filter((one) => mine.has(one)).length);
    };
    const [most = [], less = []] = listOf([...small, 3000, 800], 1).slice(-2);
    const share = (total: number) => (total * 1000) / batches.flat().length;
    for (const [domain, total] of [
      [most, 3000],
      [less, 800],
    ] as const) {
      for (const count of counts(domain).slice(0, -1)) {
        expect(Math.abs(count - share(total))).toBeLessThan(60);
      }
    }
    expect(batches.slice(0, -1).every((batch) => batch.length === 1000)).toBe(true);
  });

  it('gives a domain of middling size fifty addresses at a time in a long list', () => {
    const batches = cut(listOf([...Array.from({ length: 100 }, () => 200)], 1), 100, 100);
    const domains = listOf([...Array.from({ length: 100 }, () => 200)], 1);
    const owner = new Map(domains.flatMap((domain, at) => domain.map((one) => [one, at])));
    const visits = batches.map((batch) => new Set(batch.map((one) => owner.get(one))).size);
    expect(batches).toHaveLength(200);
    expect(Math.max(...visits)).toBeLessThanOrEqual(5);
  });

  it('leaves a list of one domain as it is', () => {
    const batches = cut(listOf([1700], 1), 1000, 100);
    expect(batches.map(({ length }) => length)).toEqual([1000, 700]);
    expect(batches.flat()).toEqual(Array.from({ length: 1700 }, (_, at) => at + 1));
  });

  it('asks for small domains only as it needs them', () => {
    let read = 0;
    const small = (function* () {
      for (let first = 1; first <= 100_000; first += 10) {
        read += 10;
        yield Uint32Array.from({ length: 10 }, (_, at) => first + at);
      }
    })();
    const batches = cutByDomain({ total: 100_000, size: 1000, large: [], small });
    batches.next();
    expect(read).toBeLessThanOrEqual(1010);
  });
});
