import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSealed, readSeal, sealedCases, sealOf, sha256 } from '../../bench/accuracy/sealed.ts';
import { factsOf } from '../../bench/accuracy/world/truth.ts';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
const SEED = 'a seed that is known';

it('the generator makes the cases that it made when they were sealed', () => {
  // A change here needs a new GENERATOR and a new seal.
  expect(sealOf(SEED, '2026-11-29')).toMatchInlineSnapshot(`
    {
      "addresses": 150,
      "cases": "b5a6cf756112125cb1a32d66666f6066c84cd1211c61e5b0a198eb9b1a451514",
      "date": "2026-11-29",
      "generator": 1,
      "scores": [],
      "seed": "5dd110a41975c47127ada14065f4f3ae5032bd7d4b7bc234ad789933c14228fa",
    }
  `);
});

it('another seed makes other cases, each of them sound', () => {
  const [one, other] = [sealedCases(SEED), sealedCases('another')];
  const domains = new Set([...one, ...other].map(({ name }) => name));
  expect(domains.size).toBe(one.length + other.length);
  const ids = one.flatMap(factsOf).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('opens the seed that was sealed, and no other', async () => {
  const file = folder.path('seed');
  await writeFile(file, `${SEED}\n`);
  expect(openSealed(file, sealOf(SEED, '2026-11-29'))).toEqual(sealedCases(SEED));
  expect(() => openSealed(file)).toThrow(`seed of ${file} is ${sha256(SEED)}`);
});

it('what is published says nothing but hashes and scores', () => {
  const { seed, cases, opened } = readSeal();
  expect([seed, cases].every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  if (opened !== undefined) expect(sha256(opened)).toBe(seed);
});
