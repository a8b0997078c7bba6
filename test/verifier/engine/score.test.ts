import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFinding } from '../../../src/verifier/engine/finding.ts';
import type { FindingReason } from '../../../src/verifier/verifier.ts';

const REASONS: readonly FindingReason[] = [
  'accepted',
  'accept_all',
  'accepts_all_until_data',
  'exists_busy',
  'syntax',
  'no_mx',
  'null_mx',
  'no_mailbox',
  'full',
  'disabled',
  'dns_failure',
  'dns_untrusted',
  'no_connection',
  'no_answer',
  'out_of_step',
  'greylisted',
  'blocked',
  'refused_network',
  'deferred',
  'unproven',
  'unclear',
  'internal',
];

const plain = { role: false, temporary: false };
const score = (reason: FindingReason, traits = plain) =>
  toFinding('a@b.test', traits, { outcome: { reason } }).score;

describe('the score', () => {
  it.each<[FindingReason, number, number]>([
    ['accepted', 100, 90],
    ['exists_busy', 90, 80],
    ['accept_all', 60, 55],
    ['full', 20, 20],
    ['no_mailbox', 0, 0],
    ['disabled', 0, 0],
    ['no_mx', 0, 0],
    ['greylisted', 50, 50],
    ['unproven', 50, 50],
    ['unclear', 40, 40],
    ['internal', 40, 40],
  ])('of %s is %d, for a role %d', (reason, person, role) => {
    expect(score(reason)).toBe(person);
    expect(score(reason, { role: true, temporary: false })).toBe(role);
  });

  it('keeps the band from 40 to 50 for undecided findings, and throw-away addresses below it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REASONS),
        fc.boolean(),
        fc.boolean(),
        (reason, role, temporary) => {
          const finding = toFinding('a@b.test', { role, temporary }, { outcome: { reason } });
          expect(finding.score).toBeGreaterThanOrEqual(0);
          expect(finding.score).toBeLessThanOrEqual(temporary ? 20 : 100);
          if (temporary) return;
          expect(finding.score >= 40 && finding.score <= 50).toBe(!finding.decided);
        },
      ),
    );
  });

  it('goes with fields that say the same', () => {
    for (const reason of REASONS) {
      const finding = toFinding('a@b.test', plain, { outcome: { reason } });
      if (finding.deliverable) expect(finding).toMatchObject({ valid: true, mx: true, smtp: true });
      if (!finding.decided)
        expect(finding).toMatchObject({ mx: true, smtp: false, deliverable: false });
      if (!finding.mx) expect(finding).toMatchObject({ smtp: false, deliverable: false, score: 0 });
      if (finding.acceptAll) expect(finding.deliverable).toBe(true);
    }
  });
});
