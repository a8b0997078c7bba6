import { expect, it } from 'vitest';
import { judgeAddress, type Policy, type Rule } from '../../src/policy/policy.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';

const policy = (more: Partial<Policy> = {}): Policy => ({
  rules: [],
  lists: { allow: new Set(), disposable: new Set(), free: new Set() },
  thresholds: {},
  ...more,
});
const RULE: Rule = { conditions: { reason: ['accept_all'] }, verdict: 'undeliverable', line: 1 };

it.each([
  ['without a bound', 0.99, {}, 'risky'],
  ['at the bound', 0.9, { acceptAllAbove: 0.9 }, 'deliverable'],
  ['below it', 0.89, { acceptAllAbove: 0.9 }, 'risky'],
  ['unknown', undefined, { acceptAllAbove: 0 }, 'risky'],
  ['by the policy', 0.9, { policy: policy({ acceptAllAbove: 0.8 }) }, 'deliverable'],
  [
    'by the flag first',
    0.9,
    { acceptAllAbove: 0.95, policy: policy({ acceptAllAbove: 0.8 }) },
    'risky',
  ],
  ['with a rule', 0.9, { acceptAllAbove: 0.8, policy: policy({ rules: [RULE] }) }, 'undeliverable'],
] as const)('an accept-all address %s', (_, likelihood, judging, verdict) => {
  const detail = { reason: 'accept_all', ...(likelihood !== undefined && { likelihood }) };
  const verification = { ...ACCEPTED_FACTS, acceptAll: true, detail };
  const judged = judgeAddress('ann@x.test', { verification }, judging);
  expect(judged).toMatchObject({ verdict, reason: 'accept_all' });
});

it('an address of another reason stays as it is', () => {
  const detail = { reason: 'accepted', likelihood: 0.99 };
  const verification = { ...ACCEPTED_FACTS, role: true, detail };
  expect(judgeAddress('info@x.test', { verification }, { acceptAllAbove: 0.5 }).verdict).toBe(
    'risky',
  );
});
