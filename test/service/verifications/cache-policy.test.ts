import { describe, expect, it } from 'vitest';
import { cacheSlot } from '../../../src/service/verifications/cache-policy.ts';
import { foundResult } from '../../support/found-result.ts';

const FACTS = {
  valid: true,
  deliverable: false,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: false,
  score: 45,
};

describe('an undecided answer', () => {
  it.each([
    'dns_failure',
    'dns_untrusted',
    'no_connection',
    'blocked',
    'refused_network',
    'internal',
  ])('is not kept where %s is the reason', (reason) => {
    expect(
      cacheSlot('a@x.com', foundResult({ facts: FACTS, decided: false, reason }), 0),
    ).toBeUndefined();
  });

  it('is kept 15 minutes where the mail host put it off', () => {
    const result = foundResult({ facts: FACTS, decided: false, reason: 'greylisted' });
    expect(cacheSlot('a@x.com', result, 0)).toEqual({ key: 'a@x.com', expiresAt: 15 * 60_000 });
  });
});
