import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutEnd } from '../../src/lib/address-parts.ts';

it('cuts what an expression at the end of the text would cut', () => {
  const text = fc.string({ unit: fc.constantFrom('.', '/', 'a', ' ', '’') });
  fc.assert(
    fc.property(text, (one) => {
      expect(withoutEnd(one, './’')).toBe(one.replace(/[./’]+$/, ''));
    }),
  );
});
