import { expect, it } from 'vitest';
import { hintText } from '../../src/cli/render/hint-text.ts';
import { joinHints } from '../../src/lib/errors.ts';

it.each([
  [undefined, 'Go on', 'Go on'],
  ['Try again later', 'Go on', 'Try again later. Go on'],
  ['Is it there?', 'Go on', 'Is it there? Go on'],
])('%j and %j are joined as %j', (first, second, joined) => {
  expect(hintText(joinHints(first, second))).toBe(joined);
});

it('a remedy at the end of a hint ends its sentence', () => {
  expect(hintText(joinHints(['It is gone: ', { code: 'find_jobs' }], 'Go on'))).toBe(
    'It is gone: See those that are here with: mailvet jobs list. Go on',
  );
});
