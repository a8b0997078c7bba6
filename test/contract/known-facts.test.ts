import { describe, expect, it } from 'vitest';
import { DETAIL_REASONS } from '../../src/contract/detail-reasons.ts';
import { findUnknownFacts, toKnownFacts } from '../../src/contract/known-facts.ts';
import { judge, type Reason } from '../../src/contract/verdict.ts';

const UNDECIDED = {
  valid: true,
  deliverable: false,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: false,
  score: 45,
};

describe('what nobody looked up', () => {
  it.each([
    ['dns_untrusted', { mx: undefined, smtp: undefined, deliverable: undefined }],
    ['dns_failure', { mx: undefined, smtp: undefined, deliverable: undefined }],
    ['suppressed', { mx: undefined, smtp: undefined, deliverable: undefined }],
    ['not_looked_up', { mx: undefined, smtp: undefined, deliverable: undefined }],
    ['not_probed', { mx: true, smtp: undefined, deliverable: undefined }],
    ['opted_out', { mx: true, smtp: undefined, deliverable: undefined }],
    ['no_connection', { mx: true, smtp: undefined, deliverable: undefined }],
    ['greylisted', { mx: true, smtp: false, deliverable: false }],
  ])('is not known where the fine reason is %s', (reason, expected) => {
    const { valid, role, temporary, score } = UNDECIDED;
    const known = toKnownFacts(UNDECIDED, reason);
    expect(known).toEqual({ valid, role, temporary, score, acceptAll: undefined, ...expected });
  });

  it('is nothing where a mail host answered, or the reason is none that is known', () => {
    for (const reason of ['accepted', 'accept_all', 'no_mailbox', 'full', 'of tomorrow', undefined])
      expect(toKnownFacts(UNDECIDED, reason)).toBe(UNDECIDED);
  });

  it('is whether a host accepts every address, for each reason that decides nothing', () => {
    const undecided: readonly Reason[] = ['no_answer', 'not_probed', 'suppressed'];
    for (const [code, { reason }] of Object.entries(DETAIL_REASONS))
      expect([code, findUnknownFacts(code).includes('acceptAll')]).toEqual([
        code,
        undecided.includes(reason) || code === 'bounced',
      ]);
  });

  it('leaves the verdict that the plain fields have', () => {
    expect(judge({ result: UNDECIDED })).toEqual({ verdict: 'unknown', reason: 'no_answer' });
  });
});
