import { describe, expect, it } from 'vitest';
import { DETAIL_REASONS, findDetailReason } from '../../src/contract/detail-reasons.ts';
import {
  explainDetail,
  explainReason,
  VERDICT_EXPLANATIONS,
} from '../../src/contract/explanations.ts';
import { REASONS, VERDICT_OF, VERDICTS } from '../../src/contract/verdict.ts';

const DETAILS = [undefined, 'of a newer service', ...Object.keys(DETAIL_REASONS)];
const ALL = REASONS.flatMap((reason) => DETAILS.map((detail) => ({ reason, detail })));

/** An advice to send, which no negation stands before. */
const SEND = /(?<!not )\bsend\b/i;

describe('the advice on a result', () => {
  it.each(ALL)('follows the verdict of $reason with the detail $detail', ({ reason, detail }) => {
    const { advice, meaning } = explainReason(reason, detail);
    expect(SEND.test(advice)).toBe(VERDICT_OF[reason] === 'deliverable');
    expect(meaning).not.toBe('');
  });

  it.each(VERDICTS)('follows the verdict %s', (verdict) => {
    expect(SEND.test(VERDICT_EXPLANATIONS[verdict].advice)).toBe(verdict === 'deliverable');
    for (const detail of Object.keys(DETAIL_REASONS)) {
      const { advice = '' } = explainDetail(verdict, detail) ?? {};
      expect(SEND.test(advice), detail).toBe(verdict === 'deliverable');
    }
  });

  it('is not to remove what may be alive', () => {
    for (const { reason, detail } of ALL.filter(({ reason }) => VERDICT_OF[reason] === 'unknown')) {
      const { advice } = explainReason(reason, detail);
      expect(advice, `${reason} ${detail}`).not.toMatch(/^Remove/);
    }
  });

  it('is unknown for an unknown fine reason of a verdict', () => {
    expect(explainDetail('unknown', 'of a newer service')).toBeUndefined();
  });
});

describe('the meaning of a result', () => {
  it.each(['full', 'disabled', 'no_mailbox'])('is that of the mailbox that is %s', (detail) => {
    expect(explainReason('mailbox', detail)).toBe(findDetailReason(detail));
  });

  it('is true of every dead mailbox where the service gives no fine reason', () => {
    const { meaning } = explainReason('mailbox', undefined);
    expect(meaning).toBe('the mailbox does not exist, is full or is disabled');
  });

  it('is what makes an accepted address risky', () => {
    const { meaning } = explainReason('disposable', 'accepted');
    expect(meaning).toBe('disposable address');
  });
});
