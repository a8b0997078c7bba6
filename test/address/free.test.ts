import { describe, expect, it } from 'vitest';
import { isDisposable } from '../../src/address/disposable.ts';
import { isFreeMail } from '../../src/address/free.ts';
import { isUndecidable } from '../../src/formats/report/provider-name.ts';
import { BUILT_IN_PROVIDERS } from '../../src/verifier/providers/provider-table.ts';

describe('isFreeMail', () => {
  it.each(['gmail.com', 'yahoo.co.uk', 'gmx.de', 'hey.com', 'protonmail.com'])(
    'knows %s',
    (domain) => expect(isFreeMail(domain)).toBe(true),
  );

  it.each(['company.example', 'sandbox.test', 'google.com', 'mailinator.com'])(
    'does not hold for %s',
    (domain) => expect(isFreeMail(domain)).toBe(false),
  );

  it('knows every consumer domain of the table of providers', () => {
    const domains = BUILT_IN_PROVIDERS.flatMap((provider) => provider.domains ?? []);
    expect(domains.filter((domain) => !isFreeMail(domain) && !isDisposable(domain))).toEqual([]);
  });
});

describe('isUndecidable', () => {
  it('holds for the providers that accept every recipient until the message is sent', () => {
    const always = BUILT_IN_PROVIDERS.filter(({ acceptAll }) => acceptAll === 'always');
    const found = BUILT_IN_PROVIDERS.filter(({ id }) => isUndecidable(id));
    expect(found).toEqual(always);
  });
});
