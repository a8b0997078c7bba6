import { describe, expect, it } from 'vitest';
import { separatorLine, sniffDelimiter, sniffFormat } from '../../../src/formats/inspect/sniff.ts';

describe('sniffFormat', () => {
  it.each([
    ['["a@example.com"]', 'x', 'json'],
    [' \n[ {"a":1}', 'x', 'json'],
    ['[]', 'x', 'json'],
    ['{"a":1}\n{"a":2}', 'x', 'jsonl'],
    ['{\n  "a": 1\n}', 'x', 'json'],
    ['[x],email\n1,a@example.com', 'x', 'csv'],
    ['name,email\nA,a@example.com', 'x', 'csv'],
    ['a@example.com\nb@example.com', 'x.csv', 'lines'],
    ['a@example.com', 'stdin', 'lines'],
    ['email\na@example.com', 'stdin', 'csv'],
    ['Kontakt\na@example.com', 'x.csv', 'csv'],
    ['"a@example.com"\n"b@example.com"', 'x', 'csv'],
    ['not an address\na@example.com', 'x.txt', 'lines'],
    ['mistyped@\na@example.com', 'x.csv', 'lines'],
    ['Ann <a@example.com>\nBob <b@example.com>', 'x', 'lines'],
    ['"Lee, Ann" <a@example.com>; "Ray, Bob" <b@example.com>; Cy <c@example.com>', 'x', 'lines'],
    ['"Lee, Ann" <a@x.org>; Bob <b@x.org>\n"Ray, Cy" <c@x.org>\n', 'x', 'lines'],
    ["['a@example.com', 'b@example.com', 'c@example.com']", 'x', 'lines'],
    ['("a@example.com","b@example.com")', 'x', 'lines'],
    ['a@example.com, b@example.com, c@example.com', 'x', 'lines'],
    ['a@example.com|b@example.com', 'x.csv', 'lines'],
    ['a@example.com\tb@example.com\n', 'x.csv', 'lines'],
    ['a@example.com,b@example.com\nc@example.com,d@example.com', 'x', 'csv'],
  ])('takes %j (%s) for %s', (sample, name, format) => {
    expect(sniffFormat(sample, name)).toBe(format);
  });
});

describe('sniffDelimiter', () => {
  it.each([
    ['name;email\nA;a@example.com\n', ';'],
    ['a;b;c\n"x, y";a@example.com;"1,5"\n"z, w";b@example.com;"2,5"\n', ';'],
    ['price;email\n1,50;a@example.com\n2,50;b@example.com\n', ';'],
    ['email,note\na@example.com,"x; y; z"\nb@example.com,"u; v"\n', ','],
    ['email|a,b|c\na@example.com|1,2|3\n', '|'],
    ['name\temail\nLee, Ann\ta@example.com\n', '\t'],
    ['name,email,note\nA,a@example.com,"two\nlines, here"\nB,b@example.com,\n', ','],
    ['"a,b";"c,d"\n"e,f";"g,h"\n', ';'],
    ['email;tags\na@example.com;"""x"", ""y"""\nb@example.com;"""z"", ""u"""\n', ';'],
    ['a@example.com\nb@example.com\n', undefined],
    ['name,emails\nAnn,a@x.org|b@x.org\nBob,c@x.org|d@x.org\n', ','],
    ['name,emails\nAnn,a@x.org;b@x.org\nBob,c@x.org\n', ','],
    ['name;emails\nAnn;a@x.org,b@x.org\nBob;c@x.org,d@x.org\n', ';'],
    ['name|emails\nAnn|a@x.org,b@x.org\nBob|c@x.org;d@x.org\n', '|'],
    ['name\temails\nAnn\ta@x.org,b@x.org\nBob\tc@x.org|d@x.org\n', '\t'],
    ['name,email\nAnn,a@x.org\nO&#039;Neil,o&#039;neil@x.org\nR&amp;D,r&amp;d@x.org\n', ','],
    ['name,email\nO&apos;Neil,o&apos;neil@x.org\n', ','],
    ['Lee, Ann <a@example.com>\nBob <b@example.com>\nCy <c@example.com>\n', undefined],
  ])('finds in %j the delimiter %j', (sample, delimiter) => {
    expect(sniffDelimiter(sample)).toBe(delimiter);
  });
});

describe('separatorLine', () => {
  it.each([
    ['sep=;\r\na;b', ';'],
    ['SEP=\t\na\tb', '\t'],
    ['"sep=,"\na,b', ','],
    ['sep=;;\na', undefined],
    ['separator', undefined],
  ])('reads %j as %j', (text, delimiter) => {
    expect(separatorLine(text)?.delimiter).toBe(delimiter);
  });
});
