import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesText,
  fillIn,
  refusal,
  sentence,
} from '../../../src/dashboard/browser/upload-refusal.ts';
import { runs } from '../../support/property-runs.ts';

const texts = {
  tooLarge: '{name}: {size} of {most}',
  empty: '{name} is empty',
  noList: '{name} is no list',
  sending: '',
  reading: '',
  lost: '',
  error: '',
};
const limits = { texts, most: 10_000_000, language: 'en' };

describe('a file that is chosen', () => {
  it.each([
    ['list.csv', 1, 'text/csv', undefined],
    ['list.csv', 10_000_000, 'text/csv', undefined],
    ['list.csv', 10_000_000 + 1, 'text/csv', 'list.csv: 10 MB of 10 MB'],
    ['list.csv', 0, 'text/csv', 'list.csv is empty'],
    ['photo.png', 1, 'image/png', 'photo.png is no list'],
    ['letter.pdf', 1, 'application/pdf', 'letter.pdf is no list'],
    // A system may take a packed list for an archive: its ending decides.
    ['list.CSV.zip', 1, 'application/zip', undefined],
    ['archive', 1, 'application/zip', 'archive is no list'],
    ['list', 1, '', undefined],
  ])('%s of %i bytes, %s: %s', (name, size, type, fault) => {
    expect(refusal({ name, size, type }, limits)).toBe(fault);
  });
});

it.each([
  [0, 'en', '0 byte'],
  [999, 'en', '999 byte'],
  [1000, 'en', '1 kB'],
  [1500, 'en', '1.5 kB'],
  [1500, 'de', '1,5 kB'],
  [200_000_000, 'en', '200 MB'],
  [5e12, 'en', '5,000 GB'],
])('%i bytes in %s are %s', (count, language, text) => {
  expect(bytesText(count, language)).toBe(text);
});

it('a size of less than 1000 GB is at most 1,000 of its unit', () => {
  const property = fc.property(fc.integer({ min: 0, max: 1e12 - 1 }), (count) => {
    expect(bytesText(count, 'en')).toMatch(/^(?:\d{1,3}(?:\.\d)?|1,000) (?:byte|kB|MB|GB)$/);
  });
  fc.assert(property, { numRuns: runs(1000) });
});

it('fills in what is known, and leaves no brace', () => {
  expect(fillIn('{percent} % of {size}, {other}.', { percent: 5, size: '1 MB' })).toBe(
    '5 % of 1 MB, .',
  );
});

it.each([
  ['It failed', 'It failed.'],
  ['It failed.', 'It failed.'],
  ['Why?', 'Why?'],
  ['失敗しました。', '失敗しました。'],
  ['受信可能です', '受信可能です。'],
  ['名前（任意）', '名前（任意）。'],
])('%s ends as a sentence: %s', (text, ended) => {
  expect(sentence(text)).toBe(ended);
});
