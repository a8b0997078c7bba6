import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detailReader, readDetail } from '../../src/store/details/detail-columns.ts';
import { shareDetail, wholeDetail } from '../../src/store/details/shared-detail.ts';

const ADDRESS = 'ann@x.test';
const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('@', '\u0001', '"checkedAt":"@"', `<${ADDRESS}> $& $1`),
);
const TIME = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

it('is put together as it was, whatever replies say', () => {
  fc.assert(
    fc.property(TEXT, TIME, fc.constantFrom(ADDRESS, '', 'a"b@x.test'), (text, ...rest) => {
      const [checkedAt, address] = rest;
      const detail = JSON.stringify({ reply: { text }, checkedAt, outcome: { reply: text } });
      expect(wholeDetail(shareDetail(detail, address), address)).toBe(detail);
    }),
    { examples: [['\u0001', '2026-01-01T00:00:00.000Z', ADDRESS]] },
  );
});

it('has neither time nor address', () => {
  const detail = `{"reply":"<${ADDRESS}> unknown","checkedAt":"2026-11-22T08:00:00.125Z"}`;
  const { text, checkedAt, isMarked } = shareDetail(detail, ADDRESS);
  expect(text).not.toMatch(/2026|ann/);
  expect({ checkedAt, isMarked }).toEqual({
    checkedAt: Date.parse('2026-11-22T08:00:00.125Z'),
    isMarked: true,
  });
});

it('stays whole where it has no time', () => {
  const detail = '{"reason":"accepted"}';
  expect(shareDetail(detail, ADDRESS)).toEqual({ text: detail, checkedAt: null, isMarked: false });
});

it('is read alike for many rows, whichever came before', () => {
  const rows = ['2026-11-22T08:00:00.125Z', '2026-11-22T08:00:00.126Z'].flatMap((time) =>
    ['250 ok', `<${ADDRESS}> unknown`, '250 ok'].map((reply) => {
      const { text, checkedAt } = shareDetail(
        `{"reply":"${reply}","checkedAt":"${time}"}`,
        ADDRESS,
      );
      return { detail: text, checked_at: checkedAt };
    }),
  );
  const read = detailReader();
  for (const row of [...rows, ...rows.toReversed(), { detail: null }, { detail: '{}' }])
    for (const address of [ADDRESS, 'bob@x.test'])
      expect(read(row, address)).toBe(readDetail(row, address));
});
