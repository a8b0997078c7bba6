import { describe, expect, it } from 'vitest';
import { parseEndpoint } from '../../../src/verifier/dns/endpoint.ts';

describe('parseEndpoint', () => {
  it.each([
    ['192.0.2.53', '192.0.2.53', 53],
    ['192.0.2.53:5353', '192.0.2.53', 5353],
    ['2001:db8::53', '2001:db8::53', 53],
    ['[2001:db8::53]', '2001:db8::53', 53],
    ['[2001:db8::53]:5353', '2001:db8::53', 5353],
    ['fe80::1%eth0', 'fe80::1%eth0', 53],
    ['[fe80::1%eth0]:5353', 'fe80::1%eth0', 5353],
  ])('reads %s', (text, host, port) => expect(parseEndpoint(text)).toEqual({ host, port }));

  it.each([
    '',
    'localhost',
    'dns.example:53',
    '192.0.2',
    '192.0.2.53:',
    '192.0.2.53:0',
    '192.0.2.53:65536',
    '192.0.2.53:5x',
    '[192.0.2.53]:53',
    '[2001:db8::53',
    '[2001:db8::53]53',
  ])('refuses %j', (text) =>
    expect(() => parseEndpoint(text)).toThrow(
      `${text} is not a DNS server such as 192.0.2.53 or [::1]:53`,
    ),
  );
});
