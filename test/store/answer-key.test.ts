import { expect, it } from 'vitest';
import { fromAnswerKey, toAnswerKey } from '../../src/store/cached-answers.ts';

it.each([
  ['Ann@x.test', 'x.test@Ann'],
  ['"a@b"@x.test', 'x.test@"a@b"'],
  ['@x.test', 'x.test@'],
  ['ann@', '@ann'],
  ['no address', 'no address'],
  ['', ''],
])('the key of %j is %j', (cacheKey, key) => {
  expect(toAnswerKey(cacheKey)).toBe(key);
  expect(fromAnswerKey(key)).toBe(cacheKey);
});
