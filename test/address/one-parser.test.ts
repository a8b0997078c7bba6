import { expect, it } from 'vitest';
import { parseAddress } from '../../src/address/parse.ts';
import { cellAddresses } from '../../src/formats/read/cell-addresses.ts';

/** What the service parses, and what the command line takes out of a cell: one table for both. */
it.each([
  ['ann@x.org', true],
  ["{}'@x.org", true],
  ["'@x.org", true],
  ["'ann@x.org", true],
  ['!#$%&*+/=?^_`{|}~-@x.org', true],
  ['"a b"@x.org', true],
  ['"a,b;c"@x.org', true],
  ['"a@b"@x.org', true],
  ['ännchen@bücher.example', true],
  ['a@b@c.org', false],
  ['john smith@x.org', false],
  ['usern,ame@x.org', false],
  ['first(middle)last@x.org', false],
  ['.ann@x.org', false],
  ['ann..lee@x.org', false],
  ['ann@x', false],
  ['ann@x..org', false],
  ['ann@-x.org', false],
  ['ann@[1.2.3.4]', false],
  ['@x.org', false],
  ['ann@', false],
] as const)('%s is an address: %s', (text, isAddress) => {
  const parsed = parseAddress(text);
  const [found] = cellAddresses(text, false);
  expect(parsed.ok).toBe(isAddress);
  expect(found?.address).toBe(parsed.ok ? parsed.address.address : undefined);
});
