import { hintText } from '../../src/cli/render/hint-text.ts';
import type { Hint } from '../../src/lib/errors.ts';

/** Matches a hint by what a terminal shows of it. */
export function hintSaying(expected: string | RegExp) {
  return {
    asymmetricMatch(hint: Hint | undefined): boolean {
      const text = hint === undefined ? '' : hintText(hint);
      return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
    },
    toString: () => `HintSaying<${expected}>`,
  };
}
