import { expect, it } from 'vitest';
import { BoundedMap } from '../../src/lib/bounded-map.ts';

it('BoundedMap forgets the entry that was set longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

it('BoundedMap forgets in this order whatever was deleted meanwhile', () => {
  const map = new BoundedMap<number, number>(3);
  const fill = (from: number, until: number) => {
    for (let key = from; key < until; key++) map.set(key, key);
  };
  fill(0, 1000);
  map.delete(998);
  fill(1000, 1002);
  expect([...map.keys()]).toEqual([999, 1000, 1001]);
  map.clear();
  fill(0, 5);
  expect([...map.keys()]).toEqual([2, 3, 4]);
});
