import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAILBOX_RULES, toMailbox, toProbedMailbox } from '../../src/address/mailbox.ts';
import { BUILT_IN_PROVIDERS } from '../../src/verifier/providers/provider-table.ts';
import { runs } from '../support/property-runs.ts';

describe('the normal form of a mailbox', () => {
  it.each([
    ['Ann.Smith+shop@googlemail.com', 'annsmith@gmail.com'],
    ['ANN@GMAIL.COM', 'ann@gmail.com'],
    ['Ann+x@outlook.com', 'ann@outlook.com'],
    ['a.nn@outlook.com', 'a.nn@outlook.com'],
    ['Ann@hotmail.com', 'ann@hotmail.com'],
    ['ann@me.com', 'ann@icloud.com'],
    ['Ann-list@yahoo.com', 'ann-list@yahoo.com'],
    ['ann@ya.ru', 'ann@yandex.ru'],
    ['Ann.Smith+x@company.example', 'Ann.Smith+x@company.example'],
    ['+tag@gmail.com', '+tag@gmail.com'],
    ['"Ann"@gmail.com', '"Ann"@gmail.com'],
  ])('of %s is %s', (address, mailbox) => expect(toMailbox(address)).toBe(mailbox));

  it.each([
    ['Ann.Smith+x@company.example', 'google', 'ann.smith@company.example'],
    ['Ann+x@company.example', 'microsoft-365', 'ann+x@company.example'],
    ['Ann@company.example', 'company.example', 'Ann@company.example'],
  ])('of %s at %s is %s', (address, provider, mailbox) =>
    expect(toMailbox(address, provider)).toBe(mailbox),
  );

  it('is not shared by domains of which a person may have one alone, where one is asked for all', () => {
    expect(toProbedMailbox('Ann@pm.me')).toBe('ann@pm.me');
    expect(toProbedMailbox('ann@me.com')).toBe('ann@me.com');
    expect(toProbedMailbox('a.nn@googlemail.com')).toBe('ann@gmail.com');
  });

  it('names providers that the table has, and a source', () => {
    const ids = BUILT_IN_PROVIDERS.map(({ id }) => id);
    for (const { hosts = [], source } of MAILBOX_RULES) {
      expect(ids).toEqual(expect.arrayContaining([...hosts]));
      expect(source).not.toBe('');
    }
  });
});

const LOCAL = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9.+_-]{0,12}[a-zA-Z0-9])?$/);
/** Few letters, so that two of them are often one mailbox. */
const ALIKE = fc.stringMatching(/^a[A.+]?b$/);
const DOMAIN = fc.constantFrom(
  'company.example',
  'Company.Example',
  ...MAILBOX_RULES.flatMap(({ domains }) => domains),
);
const PROVIDER = fc.option(
  fc.constantFrom('google', 'yahoo', 'company.example', ...BUILT_IN_PROVIDERS.map(({ id }) => id)),
  { nil: undefined },
);

describe('any normal form', () => {
  it('is its own normal form', () => {
    fc.assert(
      fc.property(LOCAL, DOMAIN, PROVIDER, (local, domain, provider) => {
        const mailbox = toMailbox(`${local}@${domain}`, provider);
        expect(toMailbox(mailbox, provider)).toBe(mailbox);
        const probed = toProbedMailbox(`${local}@${domain}`);
        expect(toProbedMailbox(probed)).toBe(probed);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('has a name before its @ and one @ more than none', () => {
    fc.assert(
      fc.property(LOCAL, DOMAIN, PROVIDER, (local, domain, provider) => {
        expect(toMailbox(`${local}@${domain}`, provider)).toMatch(/^[^@]+@[^@]+$/);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('keeps apart what no rule joins: the case, dots and tags of a domain that nobody speaks for', () => {
    fc.assert(
      fc.property(LOCAL, LOCAL, (one, other) => {
        fc.pre(one !== other);
        expect(toMailbox(`${one}@company.example`)).not.toBe(toMailbox(`${other}@company.example`));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('joins no more where one answer holds for all than where mailboxes are grouped', () => {
    fc.assert(
      fc.property(ALIKE, ALIKE, DOMAIN, DOMAIN, (one, other, domain, second) => {
        const [a, b] = [`${one}@${domain}`, `${other}@${second}`];
        fc.pre(toProbedMailbox(a) === toProbedMailbox(b));
        expect(toMailbox(a)).toBe(toMailbox(b));
      }),
      { numRuns: runs(1000), maxSkipsPerRun: 1000 },
    );
  });
});
