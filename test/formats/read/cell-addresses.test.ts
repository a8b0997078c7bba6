import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesInCell } from '../../../src/address/clean-cell.ts';
import { cellAddresses } from '../../../src/formats/read/cell-addresses.ts';
import { runs } from '../../support/property-runs.ts';

const piece = fc.constantFrom(
  'a',
  'Z',
  '0',
  'ann',
  'EXAMPLE',
  'example',
  'com',
  'xn',
  '-',
  '--',
  '.',
  '..',
  '_',
  '+',
  '@',
  '＠',
  ' ',
  ',',
  ';',
  '<',
  '>',
  '"',
  '(',
  ')',
  'mailto:',
  "'",
  '!',
  '%',
  'ü',
  '\u200b',
  '\n',
  '[1.2.3.4]',
);
const cell = fc.oneof(
  fc.array(piece, { maxLength: 16 }).map((parts) => parts.join('')),
  fc.emailAddress(),
  fc.string({ maxLength: 80 }),
  fc
    .tuple(fc.nat(70), fc.nat(70))
    .map(([local, domain]) => `${'a'.repeat(local)}@${'b'.repeat(domain)}.com`),
);

describe('cellAddresses', () => {
  it('takes plain addresses exactly as the cleaner would', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const parts = addressesInCell(text).addresses;
        const sent = parts.flatMap((part) => (part.ok ? [part.address.address] : []));
        const [found, ...more] = cellAddresses(text, false);
        expect(more).toEqual([]);
        expect(found?.address).toBe(parts.length === 1 ? sent[0] : undefined);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('has either an address or a problem', () => {
    fc.assert(
      fc.property(cell, fc.boolean(), (text, split) => {
        const found = cellAddresses(text, split);
        expect(found.length).toBeGreaterThan(0);
        expect(
          found.every(
            ({ address, problem }) => (address === undefined) === (problem !== undefined),
          ),
        ).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    ['', 'empty'],
    ['  \u200b ', 'empty'],
    ['not here', 'syntax'],
    ['ann@', 'syntax'],
    ['ann@xn--a.com', 'syntax'],
    ['ann@example.com bob@example.com', 'several_addresses'],
    ['ann@example.com, bob@', 'several_addresses'],
  ])('calls %j %s', (text, problem) => {
    expect(cellAddresses(text, false)).toEqual([{ raw: text, address: undefined, problem }]);
  });

  it.each([
    ...[
      'N/A',
      'n/a',
      'n.a.',
      'NULL',
      '(null)',
      '<NULL>',
      'None',
      'nil',
      'nan',
      'NaN',
      '\\N',
      'undefined',
    ],
    ...[
      '#N/A',
      '#NV',
      '#REF!',
      '#VALUE!',
      '#NAME?',
      '#DIV/0!',
      '(blank)',
      '[empty]',
      'unknown',
      'TBD',
    ],
    ...['-', '--', '—', '.', '...', '…', '?', '???', '/', '*', '_', '""', "''", '－', '・', '•'],
    ...['no', 'No email', 'no e-mail', 'no e-mail address', 'not provided', 'doesn’t have email'],
    ...[
      'keine',
      'keine E-Mail',
      'k. A.',
      'k.A.',
      'unbekannt',
      'aucun',
      'pas d’email',
      'non renseigné',
    ],
    ...[
      'ninguno',
      'sin correo',
      'no tiene',
      'nenhum',
      'não tem',
      'nessuna',
      'geen',
      'brak',
      'yok',
      'saknas',
    ],
    ...['нет', 'не указан', 'なし', '不明', '无', '沒有', '없음', 'لا يوجد', 'אין'],
  ])('takes %j for an empty cell', (text) => {
    expect(cellAddresses(text, false)).toEqual([
      { raw: text, address: undefined, problem: 'empty' },
    ]);
    expect(cellAddresses(` ${text}\u00a0`, true)[0]?.problem).toBe('empty');
  });

  it.each([
    'ann',
    'x',
    'nobody',
    'no-reply',
    'ann at x.org',
    'ann(at)x.org',
    'none@',
    '@',
    'example.org',
  ])('takes %j for no empty cell', (text) =>
    expect(cellAddresses(text, false)[0]?.problem).toBe('syntax'),
  );

  it('keeps the part that can be no address when a cell is split', () => {
    expect(cellAddresses('ann@example.com, bob@', true).map(({ problem }) => problem)).toEqual([
      undefined,
      'syntax',
    ]);
  });
});
