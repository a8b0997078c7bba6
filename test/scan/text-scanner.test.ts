import { describe, expect, it } from 'vitest';
import { AddressJudge } from '../../src/scan/judge.ts';
import { type TextFind, TextScanner } from '../../src/scan/text-scanner.ts';
import { real } from '../support/real-looking.ts';

function scan(text: string | Uint8Array, piece = Number.POSITIVE_INFINITY): TextFind[] {
  const found: TextFind[] = [];
  const scanner = new TextScanner(new AddressJudge(), (find) => found.push(find));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) scanner.feed(bytes.subarray(at, at + piece));
  scanner.end();
  return found;
}

const addresses = (text: string | Uint8Array) => scan(text).map(({ address }) => address);

const ANN = real('ann.muster', 'firma-muster.de');

describe('an address in text', () => {
  it.for([
    ['alone', ANN],
    ['in a list', `1,${ANN},x`],
    ['with a name', `Ann <${ANN}>`],
    ['in a link', `<a href="mailto:${ANN}?subject=x">`],
    ['in a query', `https://example.com/?email=${ANN}&x=1`],
    ['in a path of an interface', `GET /users/${ANN}/edit`],
    ['at the end of a sentence', `Write to ${ANN}.`],
    ['in Markdown', `_${ANN}_ **${ANN}**`],
    ['behind an escaped line break', `"x\\n${ANN}"`],
    ['behind an escaped bracket', `"\\u003c${ANN}\\u003e" %3C${ANN}%3E`],
    ['in a patch', `+${ANN}\n-${ANN}`],
    ['in Chinese text', `请联系${ANN}谢谢`],
    ['before a colon', `${ANN}: hello`],
    ['in braces and quotation marks', `{'${ANN}': "${ANN}"}`],
    ['in a Git log', `Author: Ann Muster <${ANN}>`],
  ] as const)('is found %s', ([, text]) => {
    expect(addresses(text).length).toBeGreaterThan(0);
    expect(new Set(addresses(text))).toEqual(new Set([ANN]));
  });

  it.for([
    real('jürgen.groß', 'firma-muster.de'),
    real('ann', 'bäckerei-muster.de'),
    real('ann', 'muster.co.uk'),
    real('ann', 'muster.se'),
    real('иван', 'пример-почта.рф'),
  ])('is found with letters beyond ASCII: %s', (address) => {
    expect(addresses(`<${address}>`)).toEqual([address]);
    if (!/[^\x00-\xff]/.test(address)) {
      expect(addresses(Buffer.from(`;${address};`, 'latin1'))).toEqual([address]);
    }
  });
});

describe('what only looks like an address passes', () => {
  const host = ['server', 'firma-muster.de'].join('.');
  it.for([
    `git@${host}:team/name.git`,
    `ssh://deploy@${host}/x`,
    `https://ann:secret@${host}/x`,
    `postgres://ann:p@${host}:5432/x`,
    `root:secret@${host}:3306`,
    `rsync -a . deploy@${host}:/var/www`,
    `ssh -p 22 deploy@${host}`,
    `@ann@${host}`,
    `nick!ann@${host}`,
    `[ann@${host} ~]$ ls`,
    `\${user}@${host} {{user}}@${host} %s@${host} $user@${host} <%= x %>@${host}`,
    `ann@${host}.\${tld} ann@\${host}`,
    `a***n@${host}`,
    `left@matrix.to(device)`,
    'logo@2x.png logo@2x.zip',
    'lodash@4.17.21 pkg@1.2.3.dev "@scope/name@1.0.0-rc.1"',
    'foo@bar.service getty@tty1.service foo@multi-user.target',
    'image@sha256:abcdef user@host',
    '@media print { } @Override @param x',
    'chacha20-poly1305@openssh.com',
    '12345+ann@users.noreply.github.com',
    `Message-ID: <abc.def@${host}>`,
    `https://lore.kernel.org/r/20200131123456.1234-1-ann@${host}`,
    'ann@[192.0.2.1] ann@192.0.2.1',
    'this@Main.info super@Main.info vault@client.py',
  ])('%s', (text) => {
    expect(addresses(text)).toEqual([]);
  });

  it.for(['example.com', 'EXAMPLE.ORG', 'a.example.net', 'x.example', 'x.test', 'x.invalid'])(
    'reserved: %s',
    (domain) => {
      expect(addresses(`ann@${domain}, ann@a.${domain}`)).toEqual([]);
    },
  );
});

describe('a reason', () => {
  it.for([
    ['person', real('ann.muster', 'firma-muster.de')],
    ['free_provider', real('ann.muster', 'gmail.com')],
    ['role', real('security', 'firma-muster.de')],
    ['role', real('somebody-x', 'lists.firma-muster.de')],
    ['placeholder', real('ann', 'yourcompany.com')],
    ['placeholder', real('your.email', 'gmail.com')],
    ['placeholder', real('foo', 'bar.com')],
  ] as const)('is %s for %s', ([reason, address]) => {
    expect(scan(address)).toMatchObject([{ reason }]);
  });
});

describe('a place', () => {
  it('counts lines, and columns in UTF-16 code units', () => {
    expect(scan(`x\nöü😀 ${ANN}, ${ANN}\r\n\n ${ANN}`)).toMatchObject([
      { line: 2, column: 6 },
      { line: 2, column: 8 + ANN.length },
      { line: 4, column: 2 },
    ]);
    expect(scan(`\ufeff${ANN}`)).toMatchObject([{ line: 1, column: 1 }]);
  });

  it('is the same however the text comes in pieces', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `${at} öäü ${ANN} x@y`);
    const text = `${lines.join('\n')}\n${'ö '.repeat(200_000)}${ANN}`;
    const whole = scan(text);
    expect(whole).toHaveLength(10_001);
    expect(whole.at(-1)).toMatchObject({ line: 10_001, column: 400_001 });
    for (const piece of [1000, 65_536, 262_144]) expect(scan(text, piece)).toEqual(whole);
    const bytes = Buffer.from(text);
    expect(whole.every(({ start, end }) => bytes.toString('utf8', start, end) === ANN)).toBe(true);
  });
});

it('takes a long line with 100,000 addresses', () => {
  const text = `${ANN} `.repeat(100_000);
  expect(scan(text)).toHaveLength(100_000);
});
