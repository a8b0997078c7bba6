import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/address/parse.ts';
import { anyText } from '../support/any-text.ts';

const L64 = 'a'.repeat(64);
const label = (length: number) => 'd'.repeat(length);
const longDomain = (length: number) =>
  `${label(63)}.${label(63)}.${label(63)}.${label(length - 3 * 64)}`;

describe('parseAddress', () => {
  it.each([
    ['ann@example.org', 'ann@example.org'],
    ['Ann.Lee+news@Example.ORG', 'Ann.Lee+news@example.org'],
    ["o'brien!#$%&*/=?^_`{|}~-@example.org", "o'brien!#$%&*/=?^_`{|}~-@example.org"],
    ['"a b@c"@example.org', '"a b@c"@example.org'],
    ['"a\\"b\\\\"@example.org', '"a\\"b\\\\"@example.org'],
    ['""@example.org', '""@example.org'],
    ['ann@bücher.de', 'ann@xn--bcher-kva.de'],
    ['ann@FAß.de', 'ann@xn--fa-hia.de'],
    ['ann@例え。jp', 'ann@xn--r8jz45g.jp'],
    ['jörg@example.org', 'jörg@example.org'],
    ['ann@3com.com', 'ann@3com.com'],
    ['ann@l·l.cat', 'ann@xn--ll-0ea.cat'],
    ['ann@ドメイン・例.jp', 'ann@xn--eckwd4c7cvb1327a.jp'],
    ['ann@i❤.ws', 'ann@xn--i-7iq.ws'],
    ['a..b@docomo.ne.jp', '"a..b"@docomo.ne.jp'],
    ['a.@ezweb.ne.jp', '"a."@ezweb.ne.jp'],
    ['.a-b@softbank.ne.jp', '".a-b"@softbank.ne.jp'],
    ['a..b@t.vodafone.ne.jp', '"a..b"@t.vodafone.ne.jp'],
    ['"a..b"@docomo.ne.jp', '"a..b"@docomo.ne.jp'],
    ['a.b@docomo.ne.jp', 'a.b@docomo.ne.jp'],
    ['ann@xn--bcher-kva.de', 'ann@xn--bcher-kva.de'],
    [`${L64}@example.org`, `${L64}@example.org`],
    [`ann@${label(63)}.org`, `ann@${label(63)}.org`],
    [`a@${longDomain(252)}`, `a@${longDomain(252)}`],
  ])('accepts %s', (text, address) => {
    const parsed = parseAddress(text);
    expect(parsed.ok && parsed.address.address).toBe(address);
  });

  it.each([
    ['', 'has no @'],
    ['ann', 'has no @'],
    ['@example.org', 'has nothing before the @'],
    ['ann@', 'has nothing behind the @'],
    ['.ann@example.org', 'has a dot too many before the @'],
    ['ann.@example.org', 'has a dot too many before the @'],
    ['an..n@example.org', 'has a dot too many before the @'],
    ['a b@example.org', 'has a character that is not allowed before the @'],
    ['a@b@example.org', 'has a character that is not allowed before the @'],
    ['"a"b@example.org', 'has a character that is not allowed before the @'],
    ['"a\\"@example.org', 'has a character that is not allowed before the @'],
    ['ann\u0000@example.org', 'has an invisible character'],
    ['ann\r\nRCPT TO:<x@y.z>@example.org', 'has an invisible character'],
    ['"ann\r\n"@example.org', 'has an invisible character'],
    ['ann\u200b@example.org', 'has an invisible character'],
    ['ann\u00a0@example.org', 'has an invisible character'],
    ['ann\u0085@example.org', 'has an invisible character'],
    ['\ud800@example.org', 'has an invisible character'],
    [`${L64}a@example.org`, 'has more than 64 octets before the @'],
    [`${'ö'.repeat(33)}@example.org`, 'has more than 64 octets before the @'],
    ['ann@localhost', 'has a domain without a dot'],
    ['ann@example.org.', 'has a dot too many behind the @'],
    ['ann@.example.org', 'has a dot too many behind the @'],
    ['ann@example..org', 'has a dot too many behind the @'],
    ['..@docomo.ne.jp', 'has a character that is not allowed before the @'],
    ['a..b@docomo.example', 'has a dot too many before the @'],
    ['“ann@example.org', 'has a character that is not allowed before the @'],
    ['o’neil@example.org', 'has a character that is not allowed before the @'],
    ['ann@example.org”', 'has a character that no domain has'],
    ['ann@«example».org', 'has a character that no domain has'],
    ['ann@example.org✓', 'has a character that no domain has'],
    ['ann@example.org❤', 'has a character that no domain has'],
    ['ann@a·b.org', 'has a character that no domain has'],
    ['ann@a・b.org', 'has a character that no domain has'],
    ['ann@xn--example-236c.org', 'has a character that no domain has'],
    ['ann@-example.org', 'has a domain with a hyphen at an edge'],
    ['ann@example-.org', 'has a domain with a hyphen at an edge'],
    ['ann@ex_ample.org', 'has a character that no domain has'],
    ['ann@exam ple.org', 'has a character that no domain has'],
    ['ann@example.org/x', 'has a character that no domain has'],
    ['ann@ex%61mple.org', 'has a character that no domain has'],
    ['ann@example.org\r\n', 'has a character that no domain has'],
    ['ann@example.org\n', 'has a character that no domain has'],
    ['ann@[192.0.2.1]', 'has an IP address in place of a domain'],
    ['ann@[IPv6:::1]', 'has an IP address in place of a domain'],
    ['ann@192.0.2.1', 'has a top-level domain of digits'],
    ['ann@example.123', 'has a top-level domain of digits'],
    ['ann@xn--a.org', 'has a domain that is not a valid international name'],
    [`ann@${label(64)}.org`, 'has a domain that is too long'],
    [`a@${longDomain(253)}`, 'is longer than 254 octets'],
  ])('refuses %j: it %s', (text, problem) => {
    expect(parseAddress(text)).toMatchObject({ ok: false, problem: { english: problem } });
  });

  it('tells what only RFC 6531 can deliver', () => {
    const utf8 = parseAddress('jörg@bücher.de');
    expect(utf8).toMatchObject({
      ok: true,
      address: { needsSmtpUtf8: true, domain: 'xn--bcher-kva.de', unicodeDomain: 'bücher.de' },
    });
    const ascii = parseAddress('joerg@bücher.de');
    expect(ascii).toMatchObject({ ok: true, address: { needsSmtpUtf8: false } });
  });

  it('lets no control character through, and reads its own output again', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.emailAddress()), (text) => {
        const parsed = parseAddress(text);
        if (!parsed.ok) return;
        expect(parsed.address.address).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        expect(parseAddress(parsed.address.address)).toEqual(parsed);
      }),
    );
  });

  it('accepts what mail programs write', () => {
    fc.assert(fc.property(fc.emailAddress(), (text) => parseAddress(text).ok));
  });
});
