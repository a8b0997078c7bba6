import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originFinder, parseNetwork, toSource } from '../../src/lib/client-origin.ts';

const find = originFinder(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);

function origin(peer: string | undefined, headers: Record<string, string> = {}) {
  return find({ peer, header: (name) => headers[name] });
}

describe('the origin of a request', () => {
  it.each([
    ['192.0.2.7', {}, '192.0.2.7'],
    ['192.0.2.7', { 'X-Forwarded-For': '198.51.100.1' }, '192.0.2.7'],
    ['127.0.0.1', {}, '127.0.0.1'],
    ['127.0.0.1', { 'X-Forwarded-For': '198.51.100.1' }, '198.51.100.1'],
    ['::ffff:127.0.0.1', { 'X-Forwarded-For': '198.51.100.1' }, '198.51.100.1'],
    ['127.0.0.1', { 'X-Forwarded-For': '203.0.113.9, 198.51.100.1, 10.1.2.3' }, '198.51.100.1'],
    ['127.0.0.1', { 'X-Forwarded-For': '10.0.0.9, 10.1.2.3' }, '10.0.0.9'],
    ['127.0.0.1', { 'X-Forwarded-For': '198.51.100.1, unknown, 10.1.2.3' }, '10.1.2.3'],
    ['127.0.0.1', { 'X-Forwarded-For': 'unknown' }, '127.0.0.1'],
    ['127.0.0.1', { 'X-Forwarded-For': '198.51.100.1:4711' }, '198.51.100.1'],
    ['127.0.0.1', { 'X-Forwarded-For': '[2001:db8::1]:4711' }, '2001:db8::1'],
    ['fd00::1', { Forwarded: 'for="[2001:db8::1]:80";proto=https' }, '2001:db8::1'],
    ['127.0.0.1', { Forwarded: 'for=198.51.100.1, For="10.0.0.1"; by=10.0.0.2' }, '198.51.100.1'],
    [undefined, { 'X-Forwarded-For': '198.51.100.1' }, 'unknown'],
  ])('from %s with %j is %s', (peer, headers, address) => {
    expect(origin(peer, headers).address).toBe(address);
  });

  it('is the proxy where the two headers differ: one of them is the client’s own word', () => {
    const headers = { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=203.0.113.5' };
    expect(origin('127.0.0.1', headers).address).toBe('127.0.0.1');
  });

  it('is never what an untrusted client wrote, whatever that is', () => {
    const text = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom('10.0.0.1', ','));
    fc.assert(
      fc.property(fc.array(text), (written) => {
        const headers = { 'X-Forwarded-For': [...written, '198.51.100.1'].join(', ') };
        expect(origin('127.0.0.1', headers).address).toBe('198.51.100.1');
      }),
    );
  });

  it.each([
    ['127.0.0.1', { 'X-Forwarded-Proto': 'https' }, true],
    ['127.0.0.1', { 'X-Forwarded-Proto': 'https, http', 'X-Forwarded-For': '192.0.2.1' }, true],
    ['127.0.0.1', { 'X-Forwarded-Proto': 'http' }, false],
    ['127.0.0.1', { Forwarded: 'for=192.0.2.1;proto=https' }, true],
    ['192.0.2.7', { 'X-Forwarded-Proto': 'https' }, false],
    ['192.0.2.7', { Forwarded: 'for=192.0.2.1;proto=https' }, false],
  ])('speaks TLS from %s with %j: %s', (peer, headers, isHttps) => {
    expect(origin(peer, headers).isHttps).toBe(isHttps);
  });
});

describe('a source', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, source) => {
    expect(toSource(address)).toBe(source);
  });
});

describe('a network', () => {
  it.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])('%s is one', (text) => {
    expect(parseNetwork(text)).toBeDefined();
  });

  it.each(['', '1', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy', '10.0.0.0/'])('%s is none', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});
