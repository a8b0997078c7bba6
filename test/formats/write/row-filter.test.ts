import { describe, expect, it } from 'vitest';
import { DETAIL_REASONS } from '../../../src/contract/detail-reasons.ts';
import { REASONS, VERDICTS } from '../../../src/contract/verdict.ts';
import type { JudgedAddress } from '../../../src/formats/write/judged-row.ts';
import { CONDITION_WORDS, parseCondition, toKeep } from '../../../src/formats/write/row-filter.ts';

const OUTCOME: JudgedAddress = {
  email: 'ann@company.example',
  verdict: 'risky',
  reason: 'accept_all',
  error: undefined,
  suggestion: undefined,
  detail: 'accepts_all_until_data',
  provider: 'yahoo',
  role: false,
  temporary: false,
  score: 60,
  domainOutcomes: { delivered: 19, bounced: 1, since: 0 },
};

function meets(text: string, outcome: JudgedAddress = OUTCOME): boolean {
  const condition = parseCondition(text);
  if (!condition) throw new Error(`${text} is no condition`);
  return condition(outcome);
}

describe('a condition for rows', () => {
  it.each([
    'risky',
    'accept_all',
    'accepts_all_until_data',
    'provider=yahoo',
    'provider = Yahoo',
    'detail=accepts_all_until_data',
    'reason=accept_all',
    'score>=60',
    'score<=60',
    'score=60',
    'score > 59',
    'score<61',
    'delivered>=3',
    'delivered = 19',
    'bounceShare<=0.05',
    'bounceShare<0.051',
  ])('holds: %s', (text) => expect(meets(text)).toBe(true));

  it.each([
    'deliverable',
    'mailbox',
    'full',
    'provider=google',
    'score>60',
    'delivered>19',
    'bounceShare<0.05',
    'free',
    'role',
    'disposable',
  ])('does not hold: %s', (text) => expect(meets(text)).toBe(false));

  it('takes role, free and disposable for facts of the address', () => {
    expect(meets('role', { ...OUTCOME, role: true })).toBe(true);
    expect(meets('free', { ...OUTCOME, email: 'ann@gmail.com' })).toBe(true);
    expect(meets('disposable', { ...OUTCOME, temporary: true })).toBe(true);
  });

  it('meets no bound without outcomes of the domain', () => {
    const unknown = { ...OUTCOME, domainOutcomes: undefined };
    for (const text of ['delivered>=0', 'delivered<9', 'bounceShare<=1', 'bounceShare>=0'])
      expect([text, meets(text, unknown)]).toEqual([text, false]);
  });

  it('meets no bound without a score', () => {
    expect(meets('score<100', { ...OUTCOME, score: undefined })).toBe(false);
    expect(meets('score>=0', { ...OUTCOME, score: undefined })).toBe(false);
  });

  it.each(['', 'score', 'score>=', 'score>=abc', 'provider=', 'delivrable', 'free=yes'])(
    'is not: %j',
    (text) => expect(parseCondition(text)).toBeUndefined(),
  );

  it('knows every verdict, reason and fine reason by its word', () => {
    for (const word of [...VERDICTS, ...REASONS, ...Object.keys(DETAIL_REASONS)]) {
      expect(CONDITION_WORDS).toContain(word);
      expect(parseCondition(word), word).toBeDefined();
    }
  });

  it('keeps rows that meet one of --only and none of --exclude', () => {
    const read = (texts: readonly string[]) => texts.map((text) => parseCondition(text) ?? fail());
    const keep = toKeep({ only: read(['risky', 'score>=90']), exclude: read(['provider=yahoo']) });
    expect(keep?.(OUTCOME)).toBe(false);
    expect(keep?.({ ...OUTCOME, provider: 'google' })).toBe(true);
    expect(keep?.({ ...OUTCOME, provider: 'google', verdict: 'unknown' })).toBe(false);
    expect(toKeep({})).toBeUndefined();
  });

  it('neither names nor leaves out an empty cell', () => {
    const empty = { ...OUTCOME, verdict: undefined, reason: 'empty', score: undefined } as const;
    const one = [parseCondition('free') ?? fail()];
    expect(toKeep({ only: one })?.(empty)).toBe(false);
    expect(toKeep({ exclude: one })?.(empty)).toBe(true);
  });
});

function fail(): never {
  throw new Error('no condition');
}
