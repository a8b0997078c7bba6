import { expect, it } from 'vitest';
import { seededRandom } from '../../src/lists/file/sample.ts';
import { corpus, mutant } from './corpus.ts';
import { wholeWay } from './whole-way.ts';

it('every spoilt list is read without losing a row, or refused', async () => {
  const lists = corpus();
  for (let seed = 1; seed <= 400; seed++) {
    const list = mutant(lists, seededRandom(seed));
    expect(await wholeWay(list), `seed ${seed}`).toMatch(/^(?:read|refused)$/);
  }
});
