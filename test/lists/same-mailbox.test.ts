import { describe, expect, it } from 'vitest';
import { temporaryDatabase } from '../../src/lists/file/database.ts';
import { cutByMailbox } from '../../src/lists/file/same-mailbox.ts';
import { AddressInserter } from '../../src/lists/file/scan.ts';

/** The portions that a list is cut in, by its addresses. */
function cut(addresses: readonly string[]): string[][] {
  const database = temporaryDatabase();
  const inserter = new AddressInserter(database);
  for (const address of addresses) inserter.add(address);
  inserter.flush();
  const portions = [...cutByMailbox(database, { total: addresses.length })];
  database.close();
  return portions.map((ordinals) => [...ordinals].map((at) => addresses[at - 1] ?? ''));
}

describe('a list with several spellings of mailboxes', () => {
  it('has those of one mailbox in one portion, and each address once', () => {
    const first = Array.from({ length: 1800 }, (_, at) => `p${at}@gmail.com`);
    const other = Array.from({ length: 700 }, (_, at) => `q${at}@d${at % 300}.example`);
    const spelled = Array.from({ length: 200 }, (_, at) => `P.${at * 7}+x@googlemail.com`);
    const list = [...first, ...other, ...spelled];
    const portions = cut(list);
    expect(portions.flat().toSorted()).toEqual(list.toSorted());
    expect(Math.max(...portions.map((portion) => portion.length))).toBeLessThanOrEqual(1000);
    expect(portions.length).toBeLessThanOrEqual(4);
    spelled.forEach((spelling, at) => {
      const portion = portions.find((each) => each.includes(spelling));
      expect(portion).toContain(`p${at * 7}@gmail.com`);
    });
  });

  it('is cut into several portions where one mailbox has more than fit in one', () => {
    const list = Array.from({ length: 2500 }, (_, at) => `ann+${at}@gmail.com`);
    const portions = cut([...list, 'bob@x.example']);
    expect(portions.map((portion) => portion.length)).toEqual([1000, 1000, 500, 1]);
  });
});
