import { describe, expect, it } from 'vitest';
import { createGuard } from '../../src/verifier/net/guard.ts';

describe('createGuard', () => {
  const guard = createGuard([]);

  it.each([
    '8.8.8.8',
    '192.0.1.1',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1a',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ])('lets %s pass', (address) => expect(guard(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::1',
    '2002:a00:1::1',
    '2001:0:7f00:1::1',
    '2001:0:808:808:0:0:80ff:fffe',
    '100::1',
    'localhost',
    '',
    '0x7f.1',
  ])('keeps %j out', (address) => expect(guard(address)).toBe(false));

  it('opens the allowed networks and no others', () => {
    const opened = createGuard(['10.1.0.0/16', 'fd00::/8']);
    expect(['10.1.2.3', 'fd00::5', '::ffff:10.1.2.3', '8.8.8.8'].map(opened)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.2.0.1', '127.0.0.1', 'fc00::1', '2002:a02:1::1'].map(opened)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('opens the loopback address of IPv6 where it is allowed', () => {
    expect(createGuard(['::1/128'])('::1')).toBe(true);
    expect(createGuard(['::1/128'])('::')).toBe(false);
    expect(createGuard(['::1/128'])('::127.0.0.1')).toBe(false);
    expect(createGuard(['127.0.0.0/8', '0.0.0.0/8'])('::1')).toBe(false);
  });

  it('refuses a network that is none', () => {
    expect(() => createGuard(['10.0.0.0'])).toThrow('10.0.0.0 is not a network');
  });
});
