import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFreeMail } from '../../src/address/free.ts';
import type { DETAIL_REASONS } from '../../src/contract/detail-reasons.ts';
import {
  FIXED_REASONS,
  type JudgedResult,
  judgeAddress,
  type PolicyRule,
} from '../../src/policy/policy.ts';
import { findUnreachable } from '../../src/policy/unreachable.ts';
import { runs } from '../support/property-runs.ts';
import { ANY_FACTS, ANY_RULES } from './any-policy.ts';
import { policyOf } from './policies.ts';

const ACCEPTED = {
  valid: true,
  deliverable: true,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: true,
  score: 100,
} as const;

function verdictOf(file: object, address: string, facts: object = {}) {
  const verification = { ...ACCEPTED, ...facts };
  const { verdict, reason } = judgeAddress(address, { verification }, { policy: policyOf(file) });
  return `${verdict} ${reason}`;
}

const RULE = (conditions: object, verdict = 'unknown') => ({
  rules: [{ if: conditions, verdict }],
});

const MAILED = {
  reason: 'accepted',
  domainOutcomes: { delivered: 3, bounced: 1, since: 0 },
};

describe('judgeAddress', () => {
  it.each<[object, string, object, string]>([
    [{}, 'ann@x.example', {}, 'deliverable accepted'],
    [RULE({ reason: 'accepted' }), 'ann@x.example', {}, 'unknown accepted'],
    [RULE({ reason: 'role' }, 'deliverable'), 'info@x.example', { role: true }, 'deliverable role'],
    [RULE({ free: true }), 'ann@gmail.com', {}, 'unknown accepted'],
    [RULE({ free: true }), 'ann@x.example', {}, 'deliverable accepted'],
    [
      { ...RULE({ free: true }), lists: { free: ['x.example'] } },
      'ann@x.example',
      {},
      'unknown accepted',
    ],
    [
      RULE({ provider: 'Google' }),
      'ann@x.example',
      { detail: { reason: 'accepted', provider: 'google' } },
      'unknown accepted',
    ],
    [
      RULE({ provider: 'amazon-ses' }),
      'a@x.example',
      { detail: { reason: 'accepted', provider: 'amazon-ses eu-west-1' } },
      'unknown accepted',
    ],
    [RULE({ delivered: { min: 3 } }), 'ann@x.example', { detail: MAILED }, 'unknown accepted'],
    [RULE({ delivered: { min: 4 } }), 'ann@x.example', { detail: MAILED }, 'deliverable accepted'],
    [RULE({ bounceShare: { max: 0.25 } }), 'ann@x.example', { detail: MAILED }, 'unknown accepted'],
    [
      RULE({ bounceShare: { max: 0.2 } }),
      'ann@x.example',
      { detail: MAILED },
      'deliverable accepted',
    ],
    [RULE({ delivered: { min: 0 } }), 'ann@x.example', {}, 'deliverable accepted'],
    [RULE({ bounceShare: { min: 0 } }), 'ann@x.example', {}, 'deliverable accepted'],
    [RULE({ score: { max: 99 } }), 'ann@x.example', {}, 'deliverable accepted'],
    [{ lists: { disposable: ['x.example'] } }, 'ann@Mail.X.example', {}, 'risky disposable'],
    [{ lists: { disposable: ['ann@x.example'] } }, 'Ann@x.example', {}, 'risky disposable'],
    [
      { lists: { disposable: ['x.example'] } },
      'ann@x.example',
      { acceptAll: true },
      'risky accept_all',
    ],
    [
      { lists: { disposable: ['x.example'] }, ...RULE({ disposable: true }) },
      'ann@x.example',
      {},
      'unknown disposable',
    ],
    [
      { lists: { allow: ['x.example'] }, ...RULE({}) },
      'ann@x.example',
      { temporary: true },
      'deliverable disposable',
    ],
    [
      { lists: { allow: ['x.example'] } },
      'ann@x.example',
      { deliverable: false },
      'undeliverable mailbox',
    ],
    [RULE({}), 'ann@x.example', { valid: false }, 'undeliverable syntax'],
    [RULE({}), 'ann@x.example', { detail: { reason: 'suppressed' } }, 'risky suppressed'],
  ])('%j: %s %j is %s', (file, address, facts, expected) => {
    expect(verdictOf(file, address, facts)).toBe(expected);
  });

  it('leaves what has no result as it is', () => {
    const policy = policyOf(RULE({}));
    expect(judgeAddress('a@x.example', {}, { policy }).reason).toBe('incomplete');
    expect(judgeAddress('a@x.example', { error: 'no' }, { policy }).verdict).toBe('unknown');
  });

  it('says what decided', () => {
    const policy = policyOf(RULE({ reason: 'accepted' }));
    expect(judgeAddress('a@x.example', { verification: ACCEPTED }, { policy }).by).toMatchObject({
      verdict: 'unknown',
      line: 1,
    });
  });
});

const ADDRESS = fc.constantFrom('ann@gmail.com', 'info@x.example', 'bob@mail.x.example');

describe('any policy', () => {
  it('gives the same facts the same verdict, and changes them alone by a rule that they meet', () => {
    fc.assert(
      fc.property(ANY_RULES, ANY_FACTS, ADDRESS, (rules, verification, address) => {
        const policy = { rules, lists: NO_LISTS, thresholds: {} };
        const plain = judgeAddress(address, { verification }, {});
        const judged = judgeAddress(address, { verification }, { policy });
        expect(judgeAddress(address, { verification: { ...verification } }, { policy })).toEqual(
          judged,
        );
        expect(judged.reason).toBe(plain.reason);
        if (judged.by === undefined) expect(judged.verdict).toBe(plain.verdict);
        else expect(rules).toContain(judged.by);
        if (FIXED_REASONS.has(plain.reason)) expect(judged).toEqual(plain);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('has no rule that counts among those that it calls unreachable', () => {
    fc.assert(
      fc.property(
        ANY_RULES,
        fc.array(ANY_FACTS, { minLength: 20, maxLength: 20 }),
        ADDRESS,
        (rules, all, address) => {
          const dead = new Set(findUnreachable(rules).map(({ path }) => path[1]));
          for (const verification of all) {
            const { by } = judgeAddress(
              address,
              { verification },
              { policy: { rules, lists: NO_LISTS, thresholds: {} } },
            );
            if (typeof by === 'object') expect(dead).not.toContain(rules.indexOf(by));
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('has for every other rule a result that it decides', () => {
    const every = everyResult();
    fc.assert(
      fc.property(ANY_RULES, (rules) => {
        const policy = { rules, lists: NO_LISTS, thresholds: {} };
        const dead = new Set(findUnreachable(rules).map(({ path }) => path[1]));
        const alive = new Set(
          every.flatMap(([address, result]) =>
            // With a role address that is not risky, its reason is that of others.
            [true, false].map(
              (riskyRole) => judgeAddress(address, result, { policy, riskyRole }).by,
            ),
          ),
        );
        rules.forEach((rule, index) => {
          if (!dead.has(index)) expect(alive).toContain(rule);
        });
      }),
      { numRuns: runs(100), examples: [[[ACCEPTED_ROLE]]] },
    );
  });
});

const ACCEPTED_ROLE: PolicyRule = {
  conditions: { reason: ['accepted'], role: true },
  verdict: 'deliverable',
  line: 1,
};

const NO_LISTS = {
  allow: new Set<string>(),
  disposable: new Set<string>(),
  free: new Set<string>(),
};

/** Results for all that the rules of the property can tell apart. */
function everyResult(): readonly (readonly [string, JudgedResult])[] {
  expect(isFreeMail('gmail.com')).toBe(true);
  const details = [
    undefined,
    'accepted',
    'accept_all',
    'full',
    'no_mailbox',
    'greylisted',
    'no_mx',
  ] satisfies (keyof typeof DETAIL_REASONS | undefined)[];
  const shapes = [
    { deliverable: true, acceptAll: false },
    { deliverable: true, acceptAll: true },
    { deliverable: false, mx: false },
    { deliverable: false, smtp: true },
    { deliverable: false, smtp: false },
    { deliverable: undefined },
  ];
  const found: [string, JudgedResult][] = [];
  for (const address of ['ann@gmail.com', 'bob@x.example'])
    for (const shape of shapes)
      for (const reason of details)
        for (const role of [true, false, undefined])
          for (const temporary of [true, false, undefined])
            for (const score of [undefined, 0, 25, 50, 75, 100])
              for (const provider of [undefined, 'google', 'yahoo', 'x.example']) {
                const detail = reason === undefined ? undefined : { reason, provider };
                found.push([
                  address,
                  { verification: { ...ACCEPTED, ...shape, role, temporary, score, detail } },
                ]);
              }
  return found;
}
