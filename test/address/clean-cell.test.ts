import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { addressesInCell } from '../../src/address/clean-cell.ts';
import { anyText } from '../support/any-text.ts';

const read = (cell: string) =>
  addressesInCell(cell).addresses.map((part) => (part.ok ? part.address.address : `! ${part.raw}`));

describe('addressesInCell', () => {
  it.each([
    ['ann@x.org', ['ann@x.org']],
    ['  ann@x.org\t', ['ann@x.org']],
    ['Ann@X.ORG', ['Ann@x.org']],
    ['Ann Lee <ann@x.org>', ['ann@x.org']],
    ['"Lee, Ann" <ann@x.org>', ['ann@x.org']],
    ['ann@y.org <ann@x.org>', ['ann@x.org']],
    ['< ann@x.org >', ['ann@x.org']],
    ['mailto:ann@x.org?subject=Hi', ['ann@x.org']],
    ['MAILTO:ann%2Bnews@x.org', ['ann+news@x.org']],
    ['<mailto:ann@x.org>', ['ann@x.org']],
    ['E-Mail: ann@x.org', ['ann@x.org']],
    ['Email:ann@x.org', ['ann@x.org']],
    ['ann\u200b@x.org\ufeff', ['ann@x.org']],
    ['ann\u00a0', ['! ann']],
    ['ann＠x.org', ['ann@x.org']],
    ['ann@x.org.', ['ann@x.org']],
    ['ann@x.org,', ['ann@x.org']],
    ['"ann@x.org"', ['ann@x.org']],
    ["'ann@x.org'", ['ann@x.org']],
    ["o'brien@x.org", ["o'brien@x.org"]],
    ['[ann@x.org]', ['ann@x.org']],
    ['(ann@x.org)', ['ann@x.org']],
    ['ann @x.org', ['ann@x.org']],
    ['ann @ x.org', ['ann@x.org']],
    ["{}'@x.org", ["{}'@x.org"]],
    ["'ann@x.org", ["'ann@x.org"]],
    ['Lee, Ann <ann@x.org>', ['ann@x.org']],
    ['E-Mail:ann@x.org / bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['"a b"@x.org', ['"a b"@x.org']],
    ['Ann <"a, b"@x.org>', ['"a, b"@x.org']],
    ['ann@x.org, bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org;bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['; ( ann@x.org', ['ann@x.org']],
    ['ann@x.org\nbob@y.org', ['ann@x.org', 'bob@y.org']],
    ['A <ann@x.org>; B <bob@y.org>', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org, ann@X.org', ['ann@x.org']],
    ['ann@x.org, bob@', ['ann@x.org', '! bob@']],
    ['', []],
    [' \u200b ', []],
    ['n/a', ['! n/a']],
    ['ann@x', ['! ann@x']],
    [',;', ['! ,;']],
  ])('reads %j', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  it.each([
    ['“ann@x.org”', ['ann@x.org']],
    ['«\u00a0ann@x.org\u00a0»', ['ann@x.org']],
    ['ann@x.org’', ['ann@x.org']],
    ['“ann@x.org”, „bob@y.org“', ['ann@x.org', 'bob@y.org']],
    ['“Lee, Ann” <ann@x.org>', ['ann@x.org']],
    ['•ann@x.org', ['ann@x.org']],
    ['• ann@x.org', ['ann@x.org']],
    ['– ann@x.org', ['ann@x.org']],
    ['- ann@x.org', ['ann@x.org']],
    ['* ann@x.org', ['ann@x.org']],
    ['✉️ ann@x.org', ['ann@x.org']],
    ['ann@x.org✓', ['ann@x.org']],
    ['ann@x.org，', ['ann@x.org']],
    ['ann@x.org。', ['ann@x.org']],
    ['（ann@x.org）', ['ann@x.org']],
    ['ann@x.org，bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org、bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org؛ bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org and bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org & bob@y.org & cy@z.org', ['ann@x.org', 'bob@y.org', 'cy@z.org']],
    ['To: ann@x.org, bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['邮箱：ann@x.org', ['ann@x.org']],
    ["``ann@x.org''", ['ann@x.org']],
    ['ａｎｎ．ｌｅｅ＠ｘ．ｏｒｇ', ['ann.lee@x.org']],
    ['ann@例え。jp', ['ann@xn--r8jz45g.jp']],
    // Each may be somebody's name.
    ['-ann@x.org', ['-ann@x.org']],
    ['*ann@x.org', ['*ann@x.org']],
    ['😀@x.org', ['😀@x.org']],
    ['jörg@x.org', ['jörg@x.org']],
  ])('takes typographic marks off %j', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  it.each([
    ['o&#039;neil@x.org', ["o'neil@x.org"]],
    ['o&apos;neil@x.org', ["o'neil@x.org"]],
    ['o&amp;#x27;neil@x.org', ["o'neil@x.org"]],
    ['r&amp;d@x.org', ['r&d@x.org']],
    ['ann&#64;x.org', ['ann@x.org']],
    ['ann%40x.org', ['ann@x.org']],
    ['ann@x.org&nbsp;', ['ann@x.org']],
    ['&lt;ann@x.org&gt;', ['ann@x.org']],
    ['"a&amp;b"@x.org', ['"a&amp;b"@x.org']],
    ['r&d@x.org', ['r&d@x.org']],
    ['50%40@x.org', ['50%40@x.org']],
  ])('reads the codes in %j', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  it.each([
    'ann@x.org#mailto:ann@x.org#',
    'Ann Lee#mailto:ann@x.org#',
    'ann@x.org#http://ann@x.org#',
    '[ann@x.org](mailto:ann@x.org)',
    '[Ann Lee](mailto:ann@x.org "write")',
    '<a href="mailto:ann@x.org">ann@x.org</a>',
    "<a class='x' href='mailto:ann@x.org?subject=Hi'>Ann Lee</a>",
    '=HYPERLINK("mailto:ann@x.org","ann@x.org")',
    '\'=HIPERVINCULO("mailto:ann@x.org"; "Ann")',
    'http://ann@x.org',
    'https://ann@x.org/',
    '<mailto:ann@x.org|ann@x.org>',
    '[mailto:ann@x.org Ann Lee]',
    '[email=ann@x.org]Ann[/email]',
    '[email]ann@x.org[/email]',
    'ann@x.org [mailto:ann@x.org]',
    'ann@x.org<mailto:ann@x.org>',
  ])('takes the address out of the link %j', (cell) => {
    expect(read(cell)).toEqual(['ann@x.org']);
  });

  it.each(["'+ann@x.org", "'-ann@x.org", "'=ann@x.org"])(
    'reads %j without the guard against formulas',
    (cell) => expect(read(cell)).toEqual([cell.slice(1)]),
  );

  // Without what is left over, each would be the address of somebody else.
  it.each([
    'john smith@x.org',
    'max. muster@x.org',
    '0170 1234 max@x.org',
    'usern,ame@x.org',
    'test;123@x.org',
    'first(middle)last@x.org',
    'mary@gmail.co m',
    'jane@yahoo.co,uk',
    'ann@b.c o.uk',
    'ann@x.org (work)',
    'Ann (ann@x.org)',
    'Ann Lee ann@x.org',
    'Ann <ann@x.org> or so',
    'ann@x.org, bob',
    'x"ann@x.org',
    '<john> smith@x.org',
    'a@b@c.org',
    'ann@x.org bob',
    'john@ smith@x.org',
    'ann@x.org bob@',
    'jane@doe @x.org',
    'o’neil@x.org',
    'ann–lee@x.org',
    'a#b@x.org#',
    'bob@y.org#mailto:ann@x.org#',
    '<a href="mailto:ann@x.org">bob@y.org</a>',
    '[bob@y.org](mailto:ann@x.org)',
    'http://ann@x.org/path',
    'http://www.x.org/ann@x.org',
    'john and smith@x.org',
    'ann@x.org and bob',
  ])('takes no address out of %j', (cell) => {
    expect(addressesInCell(cell).addresses).toMatchObject([{ ok: false, raw: cell }]);
  });

  it('takes no address out of a cell with a note in full-width brackets', () => {
    expect(read('ann@x.org（work）')).toEqual(['! ann@x.org(work)']);
  });

  it.each([
    ['"a,b"@x.org, <c;d@x.org>', ['"a,b"@x.org', '! <c;d@x.org>']],
    ['"a,b"@x.org; "c;d"@x.org', ['"a,b"@x.org', '"c;d"@x.org']],
    ['"Lee, Ann" <ann@x.org>, "Roe; Bob" <bob@y.org>', ['ann@x.org', 'bob@y.org']],
  ])('parts %j outside of quotation marks and brackets', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  it('finds what it was given, whatever stands around it', () => {
    const around = fc.constantFrom('', ' ', '\u200b', '"', '<', '>', ',', ';', '\n', '(', ')');
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(read(`${before}ann@x.org${after}`)).toEqual(['ann@x.org']);
      }),
    );
  });

  it('takes off any pair of marks of any language', () => {
    const pair = fc.constantFrom(
      ...[
        '“”',
        '„“',
        '‘’',
        '‚‘',
        '«»',
        '»«',
        '‹›',
        '「」',
        '『』',
        '【】',
        '（）',
        '［］',
        '〈〉',
        '《》',
      ],
      ...['””', '’’', '〝〟', '＂＂', '〔〕', '⟨⟩', '•，', '–。', '→；', '＜＞'],
    );
    const gap = fc.constantFrom('', ' ', '\u00a0', '\u3000');
    fc.assert(
      fc.property(fc.emailAddress(), pair, gap, (address, marks, blank) => {
        const [plain] = addressesInCell(address).addresses;
        fc.pre(plain?.ok === true && /^[a-z0-9]/i.test(address));
        const [opening = '', closing = ''] = marks;
        expect(read(`${opening}${blank}${address}${blank}${closing}`)).toEqual(read(address));
      }),
    );
  });

  it('finds the address in any link to it', () => {
    const link = fc.constantFrom<(address: string) => string>(
      (address) => `${address}#mailto:${address}#`,
      (address) => `[${address}](mailto:${address})`,
      (address) => `<a href="mailto:${address}">${address}</a>`,
      (address) => `=HYPERLINK("mailto:${address}","${address}")`,
      (address) => `<mailto:${address}|${address}>`,
    );
    const plain = fc.stringMatching(
      /^[a-z0-9][a-z0-9._-]{0,20}[a-z0-9]@[a-z0-9]{1,20}\.(?:org|de)$/,
    );
    fc.assert(
      fc.property(plain, link, (address, write) => {
        fc.pre(!address.includes('..'));
        expect(read(write(address))).toEqual(read(address));
      }),
    );
  });

  it('takes any cell in its stride', () => {
    fc.assert(fc.property(anyText(), (cell) => void addressesInCell(cell)));
  });

  it.each([
    '"',
    '<',
    '<@',
    '(',
    '“',
    '#',
    '&amp;',
    '[',
    '<a href=',
    '\\',
    '.',
    '@',
    '" ',
    '"\\',
    '"a<',
    "'",
    '{',
  ])('is not slowed down by a cell full of %j', (unit) => {
    const cell = (length: number) => unit.repeat(length / unit.length);
    expect(addressesInCell(cell(9_999)).addresses.length).toBeLessThan(2);
    // Twice the cell, twice the matches: none is searched again for each of its characters.
    const [half, whole] = [stepsOf(cell(4_998)), stepsOf(cell(9_996))];
    expect(whole).toBeLessThanOrEqual(2 * half + 100);
    expect(addressesInCell(unit.repeat(1_000_000)).addresses).toHaveLength(1);
  });
});

/** How often a regular expression is tried while a cell is read. */
function stepsOf(cell: string): number {
  const tries = vi.spyOn(RegExp.prototype, 'exec');
  try {
    addressesInCell(cell);
    return tries.mock.calls.length;
  } finally {
    tries.mockRestore();
  }
}
