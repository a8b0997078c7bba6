import { expect, it } from 'vitest';
import { isRandomLocalPart, randomLocalPart } from '../../src/lib/random-local-part.ts';

const DOMAINS = Array.from({ length: 200 }, (_, at) => `d${at}.example`);

it.each(['name', 'identifier'] as const)('recognises every random %s', (form) => {
  const parts = DOMAINS.map((domain) => randomLocalPart(form, 'key', domain));
  expect(parts.filter((part) => !isRandomLocalPart(part))).toEqual([]);
  expect(new Set(parts).size).toBe(DOMAINS.length);
});

it.each(['ada', 'xavier', 'banana', 'x', 'lovelace.ada'])('takes %s for no random one', (part) => {
  expect(isRandomLocalPart(part)).toBe(false);
});
