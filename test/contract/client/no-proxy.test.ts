import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInNoProxyNetwork } from '../../../src/contract/client/dispatcher.ts';

it.each([
  ['http://127.0.0.1:8025', '127.0.0.0/8', true],
  ['http://127.9.9.9:8025', '127.*', true],
  ['http://10.111.0.1', '10.96.0.0/12', true],
  ['http://10.112.0.1', '10.96.0.0/12', false],
  ['http://192.168.7.1', 'example.com,192.168.*', true],
  ['http://192.168.7.1', '192.168.*.1', true],
  ['http://192.168.7.10', '192.168.*.1', false],
  ['http://1.127.0.1', '127.*', false],
  ['http://[fd12::1]', 'fd00::/8', true],
  ['http://[fd12::1]', '[fd00::/8]:80', true],
  ['http://[fd12::1]', '[fd00::/8]:81', false],
  ['http://[::ffff:10.0.0.1]', '10.0.0.0/8', true],
  ['http://[2001:db8::1]', '10.0.0.0/8', false],
  ['http://localhost:8025', '127.0.0.0/8', true],
  ['http://localhost:8025', '::/64', true],
  ['https://10.0.0.1', '10.0.0.0/8:443', true],
  ['https://10.0.0.1', '10.0.0.0/8:8443', false],
  ['https://build-7.example.com', 'build-*.example.com', true],
  ['https://build-7.example.com.', 'BUILD-*.example.com', true],
  ['https://build.example.com', 'build-*.example.com', false],
  ['https://10.0.0.1.example.com', '10.0.0.0/8', false],
  ['https://aba', 'aba*aba', false],
  ['http://10.0.0.1', '10.0.0.0/', false],
  ['http://10.0.0.1', '10.0.0.0/33', false],
  ['http://10.0.0.1', '10.0.0/8', false],
  ['http://10.0.0.1', '/8', false],
  ['http://10.0.0.1', '', false],
  // Names, and the patterns of names that undici knows.
  ['http://example.com', 'example.com', false],
  ['http://a.example.com', '*.example.com', false],
])('%s is in a network of NO_PROXY=%s: %s', (url, noProxy, expected) => {
  expect(isInNoProxyNetwork(new URL(url), noProxy)).toBe(expected);
});

it('finds an address in each network that it is in, and in no other one of that size', () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), fc.integer({ min: 1, max: 32 }), (number, bits) => {
      const url = new URL(`http://${dotted(number)}`);
      expect(isInNoProxyNetwork(url, `${dotted(number)}/${bits}`)).toBe(true);
      const other = (number ^ (1 << (32 - bits))) >>> 0;
      expect(isInNoProxyNetwork(url, `${dotted(other)}/${bits}`)).toBe(false);
    }),
  );
});

it('takes any text in its stride', () => {
  fc.assert(
    fc.property(fc.string(), (text) => void isInNoProxyNetwork(new URL('http://10.0.0.1'), text)),
  );
});

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}
