import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactAddresses } from '../../src/lib/redact.ts';

test.for([
  ['ann@example.com', 'a***@example.com'],
  ['Ann Lee <ann.lee+tag@example.com>, bob@b.test', 'Ann Lee <a***@example.com>, b***@b.test'],
  ['"odd name"@example.com', 'o***@example.com'],
  ['mailto:ann@example.com', 'mailto:a***@example.com'],
  ["o'hara=x@example.com", 'o***@example.com'],
  ['ann＠example.com', 'a***＠example.com'],
  ['ännchen@example.com', 'ä***@example.com'],
  ['no address', 'no address'],
  ['@example.com', '@example.com'],
] as const)('%s becomes %s', ([text, masked]) => {
  expect(redactAddresses(text)).toBe(masked);
});

test('no local part of two letters or more is left', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const [local = ''] = address.split('@');
      fc.pre(local.length > 1);
      expect(redactAddresses(address)).not.toContain(`${local}@`);
    }),
  );
});
