import { describe, expect, it } from 'vitest';
import { parseEgresses } from '../../../../src/verifier/pacing/egress/parse-egresses.ts';

const parse = (...entries: readonly unknown[]) => parseEgresses(entries, 'ways.json');
const FIRST = { name: 'out-1', address: '192.0.2.1', helo: 'out1.example.com' };

describe('an egress that is written', () => {
  it('with an address, a sender and providers is read as it is', () => {
    const entry = { ...FIRST, sender: 'probe@example.com', providers: ['google'] };
    const other = { name: 'rest', helo: 'rest.example.com' };
    expect(parse(entry, other)).toMatchObject([entry, other]);
  });

  it.each([
    ['proxy.example.com:1081', { host: 'proxy.example.com', port: 1081 }],
    ['proxy.example.com', { host: 'proxy.example.com', port: 1080 }],
    ['[2001:db8::1]:1080', { host: '2001:db8::1', port: 1080 }],
    [
      { host: '192.0.2.9', 'account-file': 'proxy' },
      { port: 1080, accountFile: 'proxy' },
    ],
  ])('with the proxy %j is read', (socks5, proxy) => {
    expect(parse({ name: 'p', helo: 'p.example.com', socks5 })).toMatchObject([{ socks5: proxy }]);
  });

  it.each([
    [[], "egress in ways.json can't be used: a list of egresses, each an object, is needed"],
    [['x'], 'egress[0] in ways.json'],
    [[{ ...FIRST, name: 'Out 1' }], 'egress[0].name in ways.json can\'t be used: it is "Out 1"'],
    [[{ ...FIRST, address: '192.0.2.300' }], 'egress[0].address in ways.json'],
    [[{ ...FIRST, adress: 'x' }], "there is no field 'adress'; fields: name, address"],
    [[{ ...FIRST, helo: undefined }], "egress[0].helo in ways.json can't be used: it is missing"],
    [[{ ...FIRST, helo: 'a b' }], 'egress[0].helo in ways.json'],
    [[{ ...FIRST, sender: 'nobody' }], 'egress[0].sender in ways.json'],
    [[{ ...FIRST, socks5: 'p:1080' }], "an egress has an 'address' or a 'socks5', not both"],
    [[{ ...FIRST, providers: 'google' }], 'egress[0].providers in ways.json'],
    [[{ ...FIRST, providers: ['google'] }], "one egress has to be without 'providers'"],
    [[FIRST, FIRST], "egress[1].name in ways.json can't be used: 'out-1' stands twice"],
    [[FIRST, { ...FIRST, name: 'b' }], "egress[1] in ways.json can't be used: it is the same way"],
    [[{ name: 'p', helo: 'p.test', socks5: 'x:99999' }], 'egress[0].socks5.port in ways.json'],
    [[{ name: 'p', helo: 'p.test', socks5: 'a b' }], 'egress[0].socks5 in ways.json'],
    [
      [{ name: 'p', helo: 'p.test', socks5: { host: 'x', password: 'y' } }],
      "egress[0].socks5 in ways.json can't be used: there is no field 'password'",
    ],
  ])('wrongly is named with its field: %j', (entries, message) => {
    expect(() => parse(...entries)).toThrow(message);
    expect(() => parse(...entries)).toThrow(expect.objectContaining({ code: 'config' }));
  });
});
