import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashEntry,
  isHash,
  parseSuppression,
  suppressingEntries,
  toEntry,
} from '../../../src/service/suppressions/entries.ts';
import { toCacheKey } from '../../../src/service/verifications/cache-policy.ts';

describe('parseSuppression', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann@EXAMPLE.com\t', 'ann@example.com'],
    ['ÄNNE@bücher.example', 'änne@xn--bcher-kva.example'],
    ['A\u0308nne@example.com', 'änne@example.com'],
    ['"Ann B"@example.com', '"ann b"@example.com'],
    ['ann+news@example.com', 'ann+news@example.com'],
    ['@Example.COM', '@example.com'],
    ['@bücher.example', '@xn--bcher-kva.example'],
  ])('%j is the entry %s', (text, entry) => {
    expect(parseSuppression(text)).toEqual({ ok: true, entry });
  });

  it.each([
    ['example.com', 'has no @'],
    ['@', 'has nothing behind the @'],
    ['@localhost', 'has a domain without a dot'],
    ['ann@', 'has nothing behind the @'],
    [':0123', 'has no @'],
    ['ann b@example.com', 'has a character that is not allowed before the @'],
    ['', 'has no @'],
  ])('%j is none: it %s', (text, problem) => {
    expect(parseSuppression(text)).toMatchObject({ ok: false, problem: { english: problem } });
  });
});

describe('the entries that suppress an address', () => {
  const DOMAINS = ['example.com', 'EXAMPLE.com', 'bücher.example', 'xn--bcher-kva.example'];
  const local = fc.stringMatching(/^[a-zA-Z0-9äÖ]{1,10}(?:[.+_-][a-zA-Z0-9]{1,5})?$/);
  const address = fc.tuple(local, fc.constantFrom(...DOMAINS)).map((parts) => parts.join('@'));
  const spelling = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.normalize('NFD'),
  );

  it('have the one that the address itself makes, however both are written', () => {
    fc.assert(
      fc.property(address, spelling, spelling, (email, written, asked) => {
        const parsed = parseSuppression(written(email));
        const { address: wanted, domain } = suppressingEntries(toCacheKey(asked(email)));
        expect(parsed).toEqual({ ok: true, entry: wanted });
        expect(toEntry(asked(email))).toBe(wanted);
        const at = asked(email).lastIndexOf('@');
        expect(parseSuppression(asked(email).slice(at))).toEqual({ ok: true, entry: domain });
      }),
    );
  });

  it('have none of a parent domain, and none of what is no address', () => {
    expect(suppressingEntries('a@b.example.com').domain).toBe('@b.example.com');
    expect(suppressingEntries('nothing').address).toBe('nothing');
  });
});

describe('a hash', () => {
  it('differs by team and address, and differs from every entry that can be written', () => {
    const hash = hashEntry('ours', 'ann@example.com');
    expect(hash).toMatch(/^:[0-9a-f]{64}$/);
    expect(hashEntry('ours', 'ann@example.com')).toBe(hash);
    expect(hashEntry('theirs', 'ann@example.com')).not.toBe(hash);
    expect(hashEntry('ours', 'bob@example.com')).not.toBe(hash);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseSuppression(text);
        expect(parsed.ok && isHash(parsed.entry)).toBe(false);
      }),
    );
    expect(isHash(hash)).toBe(true);
  });
});
