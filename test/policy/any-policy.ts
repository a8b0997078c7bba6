import fc from 'fast-check';
import { DETAIL_REASONS, isDetailCode } from '../../src/contract/detail-reasons.ts';
import { judge, VERDICTS } from '../../src/contract/verdict.ts';
import type { PolicyRule, Range, RuleConditions } from '../../src/policy/policy.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const flag = maybe(fc.boolean());

const REASON = fc.constantFrom(
  'accepted',
  'accept_all',
  'disposable',
  'role',
  'no_mx',
  'mailbox',
  'no_answer',
  'incomplete',
);
const DETAIL = fc.constantFrom(
  'accepted',
  'accept_all',
  'full',
  'no_mailbox',
  'greylisted',
  'no_mx',
);
const PROVIDER = fc.constantFrom('google', 'yahoo');
const SCORE = fc.constantFrom(0, 25, 50, 75, 100);

const RANGE: fc.Arbitrary<Range> = fc.record({ min: maybe(SCORE), max: maybe(SCORE) });

const CONDITIONS = fc.record(
  {
    reason: fc.uniqueArray(REASON, { minLength: 1, maxLength: 3 }),
    detail: fc.uniqueArray(DETAIL, { minLength: 1, maxLength: 2 }),
    provider: fc.uniqueArray(PROVIDER, { minLength: 1 }),
    role: fc.boolean(),
    free: fc.boolean(),
    disposable: fc.boolean(),
    score: RANGE,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RuleConditions>;

/** A few rules about the same few facts, so that they often meet. */
export const ANY_RULES: fc.Arbitrary<PolicyRule[]> = fc
  .array(fc.tuple(CONDITIONS, fc.constantFrom(...VERDICTS)), { maxLength: 5 })
  .map((all) =>
    all.map(([conditions, verdict], index) => ({ conditions, verdict, line: index + 1 })),
  );

/** What may be known of an address: a fine reason is one of its reason, as it is with our service. */
export const ANY_FACTS = fc
  .record({
    valid: fc.constantFrom(true, true, true, false),
    deliverable: flag,
    acceptAll: flag,
    role: flag,
    temporary: flag,
    mx: flag,
    smtp: flag,
    score: maybe(SCORE),
    detail: maybe(
      fc.record({
        reason: fc.oneof(DETAIL, fc.constant('suppressed')),
        provider: maybe(fc.constantFrom('google', 'yahoo', 'x.example')),
      }),
    ),
  })
  .filter(isConsistent);

function isConsistent(verification: Parameters<typeof judge>[0]['result'] & object): boolean {
  const detail = verification.detail?.reason ?? '';
  if (!isDetailCode(detail)) return true;
  const { reason } = judge({ result: verification });
  const plain: string = DETAIL_REASONS[detail].reason;
  const isTrait = reason === 'role' || reason === 'disposable';
  return reason === 'incomplete' || reason === plain || (isTrait && plain === 'accepted');
}
