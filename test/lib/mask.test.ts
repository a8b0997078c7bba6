import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskAddress, maskAddresses, maskCell } from '../../src/lib/mask.ts';

test.for([
  ['ann@example.com', 'a***@example.com'],
  ['Ann Lee <ann.lee+tag@example.com>, bob@b.test', 'Ann Lee <a***@example.com>, b***@b.test'],
  ['"odd name"@example.com', 'o***@example.com'],
  ['mailto:ann@example.com', 'mailto:a***@example.com'],
  ["o'hara=x@example.com", 'o***@example.com'],
  ['ann＠example.com', 'a***＠example.com'],
  ['ännchen@example.com', 'ä***@example.com'],
  ['"john doe"@example.com', 'j***@example.com'],
  ['"say \\"hi\\" now"@example.com', 's***@example.com'],
  ["mail for o'hara@example.com bounced", 'mail for o***@example.com bounced'],
  ['{"email":"ann@example.com"}', '{"email":"a***@example.com"}'],
  ['no address', 'no address'],
  ['@example.com', '@example.com'],
] as const)('%s becomes %s', ([text, masked]) => {
  expect(maskAddresses(text)).toBe(masked);
});

const quoted = fc
  .stringMatching(/^[a-z][a-z .@(),;]+$/)
  .map((text) => ({ address: `"${text}"@example.com`, hidden: text.slice(1) }));
const plain = fc
  .tuple(fc.emailAddress(), fc.constantFrom('@', '＠', '﹫'))
  .map(([address, at]) => ({ address: address.replace('@', at), hidden: address.split('@')[0] }))
  .map(({ address, hidden = '' }) => ({ address, hidden: hidden.slice(1) }));

test('nothing of a local part but its first letter is left, wherever the address stands', () => {
  fc.assert(
    fc.property(fc.oneof(plain, quoted), ({ address, hidden }) => {
      fc.pre(hidden.length > 1 && !'example.com'.includes(hidden));
      const domain = address.slice(address.search(/[@＠﹫][^@＠﹫]*$/u));
      for (const text of [
        address,
        `<${address}>`,
        `to ${address}, twice`,
        `{"email":"${address}"}`,
      ]) {
        if (text.startsWith('{') && address.startsWith('"')) continue;
        expect(maskAddresses(text)).toBe(
          text.replace(address, () => `${first(address)}***${domain}`),
        );
      }
      expect(maskAddress(address)).toBe(`${first(address)}***${domain}`);
    }),
  );
});

function first(address: string): string {
  return [...address.replace(/^"/, '')][0] ?? '';
}

test('an unquoted local part with a blank is hidden where the address stands alone', () => {
  expect(maskAddress('john doe@example.com')).toBe('j***@example.com');
  expect(maskAddress('@example.com')).toBe('***');
  expect(maskAddress('no address')).toBe('***');
});

test('a long text without an address is searched in linear time', () => {
  const text = 'a'.repeat(2_000_000);
  expect(maskAddresses(text)).toBe(text);
});

test.for([
  ['ann@example.com', 'a***@example.com'],
  ['"odd name"@example.com', 'o***@example.com'],
  ['ännchen＠bücher.example', 'ä***＠bücher.example'],
  ['jane.doe(at)corp.example', '***'],
  ['john smith@corp.example', '***'],
  ['ann@example.com jane doe', '***'],
  ['hello @jane.doe', '***'],
  ['@jane.doe', '***'],
  ['ann@example.com, bob@b.test', '***'],
  ['+49 170 1234567', '***'],
  ['', ''],
] as const)('the cell %s becomes %s', ([cell, masked]) => {
  expect(maskCell(cell)).toBe(masked);
});
