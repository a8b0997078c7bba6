import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { parseEncoding, surveyBytes } from '../../../src/formats/inspect/encoding.ts';
import { inPieces, memorySource, rowsOf } from '../support.ts';

const TEXT = 'name,email\nJürgen “Smiley” €,a@example.com\n';

describe('surveyBytes', () => {
  it.each([
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', true],
    ['utf-16le', false],
    ['utf-16be', true],
    ['utf-16be', false],
    ['windows-1252', false],
  ] as const)('tells %s (byte order mark: %s)', async (encoding, bom) => {
    const bytes = iconv.encode(TEXT, encoding, { addBOM: bom });
    expect(await surveyBytes(memorySource('x', bytes))).toMatchObject({ encoding, bom });
    const [row] = await rowsOf(inPieces(memorySource('x', bytes), 1));
    expect(row?.cells[0]).toBe('Jürgen “Smiley” €');
  });

  it('finds the one byte that is not UTF-8 at the end of a long list', async () => {
    const head = Buffer.from(TEXT.repeat(5000));
    const list = Buffer.concat([head, Buffer.from('M\xfcller,b@example.com\n', 'latin1')]);
    const pieces = inPieces(memorySource('x', Buffer.concat([head, Buffer.from(TEXT)])), 1001);
    expect(await surveyBytes(pieces)).toMatchObject({ encoding: 'utf-8' });
    const spoilt = inPieces(memorySource('x', list), 1001);
    expect(await surveyBytes(spoilt)).toMatchObject({ encoding: 'windows-1252' });
    await expect(surveyBytes(spoilt, 'utf-8')).rejects.toThrow(`line ${2 * 5000 + 1} has a byte`);
  });

  it('counts a sequence that the end cuts as a fault', async () => {
    const bytes = Buffer.from(TEXT).subarray(0, 13);
    expect(await surveyBytes(memorySource('x', bytes))).toMatchObject({ encoding: 'windows-1252' });
  });
});

describe('parseEncoding', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['utf16', 'utf-16le'],
    ['UTF-16BE', 'utf-16be'],
    ['CP1252', 'windows-1252'],
    ['ISO-8859-1', 'windows-1252'],
    ['cp1250', 'windows-1250'],
    ['Shift-JIS', 'shift_jis'],
    ['GBK', 'gb18030'],
    ['Mac Roman', 'macintosh'],
    ['macroman', 'macintosh'],
    ['ISO-8859-15', 'iso-8859-15'],
    ['cp437', 'cp437'],
    ['TIS-620', 'tis-620'],
    ['KOI8-U', 'koi8-u'],
    ['ebcdic', undefined],
    ['base64', undefined],
  ])('reads %s as %s', (name, encoding) => {
    expect(parseEncoding(name)).toBe(encoding);
  });
});
