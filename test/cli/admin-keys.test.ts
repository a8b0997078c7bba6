import { expect, it } from 'vitest';
import { parseCreateKey } from '../../src/cli/commands/admin/actions.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

function parse(flags: Record<string, string>) {
  const context = { env: {}, cwd: '/work', home: '/home/ada', platform: 'linux' } as const;
  const { expiresAt, ...key } = parseCreateKey({
    args: [],
    flags: { team: 'shop', ...flags },
    context,
  });
  return { ...key, expiresAt: expiresAt(NOW) };
}

it('a key has all scopes and no expiry where none is given', () => {
  const scopes = ['verify', 'read', 'manage', 'learn'];
  expect(parse({})).toEqual({ team: 'shop', label: '', scopes, expiresAt: null });
});

it('a key is valid through the day that is named, or for a duration', () => {
  expect(parse({ expires: '2027-01-31' }).expiresAt).toBe(Date.UTC(2027, 1, 1));
  expect(parse({ expires: '90d' }).expiresAt).toBe(NOW + 90 * 24 * 60 * 60_000);
});

it('scopes are separated by commas', () => {
  expect(parse({ scopes: 'verify, read' }).scopes).toEqual(['verify', 'read']);
});

it.each([
  [{ scopes: 'raed' }, "Unknown scope 'raed' for --scopes"],
  [{ expires: '31.1.2027' }, "--expires needs a day or a duration, not '31.1.2027'"],
  [{ expires: '2027-02-30' }, "--expires needs a day or a duration, not '2027-02-30'"],
])('%j is refused', (flags, message) => {
  expect(() => parse(flags)).toThrow(message);
});
