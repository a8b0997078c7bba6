import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMON_RULE_NAMES,
  COMMON_RULES,
  type CommonChoices,
  findCommon,
  withCommon,
} from '../../src/policy/common-rules.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';

const OURS = `{
  // What we agreed on
  "lists": {
    "allow": ["a.example", /* a friend */ "b.example", // second
      "c.example" // last
    ],
    "free": ["webmail.example"]
  },
  "rules": [
    // Sales wants these
    { "if": { "provider": "google", "reason": "accept_all" }, "verdict": "deliverable" },
    { "verdict": "deliverable", "if": { "reason": ["role"] } }
  ],
  "columns": "short"
}
`;

const choices = (
  rules: CommonChoices['rules'] | readonly string[],
  lists: Partial<CommonChoices['lists']> = {},
) =>
  ({
    rules: new Set(rules),
    lists: { allow: [], disposable: [], ...lists },
  }) as CommonChoices;

describe('the common rules of a policy', () => {
  it('are found however they are written, and other rules are counted', () => {
    expect(findCommon(OURS)).toEqual({
      ...choices(['role'], { allow: ['a.example', 'b.example', 'c.example'] }),
      others: 3,
    });
    expect(findCommon('')).toEqual({ ...choices([]), others: 0 });
  });

  it('leave a text as it is where nothing was changed', () => {
    expect(withCommon(OURS, findCommon(OURS))).toBe(OURS);
  });

  it('change nothing beside them: comments, other rules, other lists, and columns stay', () => {
    const { lists } = findCommon(OURS);
    const text = withCommon(OURS, {
      rules: new Set(['full'] as const),
      lists: {
        ...lists,
        allow: ['a.example', 'd.example', 'c.example'],
        disposable: ['x.example'],
      },
    });
    for (const kept of [
      'What we agreed on',
      'a friend',
      '// last',
      'Sales wants these',
      '"google"',
      'webmail',
      '"short"',
    ])
      expect(text).toContain(kept);
    expect(text).not.toContain('b.example');
    expect(findCommon(text)).toEqual({
      ...choices(['full'], {
        allow: ['a.example', 'c.example', 'd.example'],
        disposable: ['x.example'],
      }),
      others: 3,
    });
  });

  it('stand in an order in which none hides another', () => {
    const all = COMMON_RULE_NAMES.toReversed().reduce(
      (text, name) =>
        withCommon(text, {
          ...findCommon(text),
          rules: new Set([...findCommon(text).rules, name]),
        }),
      '',
    );
    expect(JSON.parse(all)).toEqual({ rules: Object.values(COMMON_RULES) });
    expect(readPolicy({ text: all })).toMatchObject({ ok: true });
  });

  it('are what was chosen, from any choice to any other, and nothing is left of none', () => {
    const any = fc.record({
      rules: fc.subarray(COMMON_RULE_NAMES).map((names) => new Set(names)),
      lists: fc.record({
        allow: fc.uniqueArray(fc.domain(), { maxLength: 5 }),
        disposable: fc.uniqueArray(fc.domain(), { maxLength: 5 }),
      }),
    });
    const sorted = ({ rules, lists }: CommonChoices) => ({
      rules,
      allow: new Set(lists.allow),
      disposable: new Set(lists.disposable),
    });
    fc.assert(
      fc.property(fc.constantFrom('', '{ }', OURS), any, any, (text, one, other) => {
        const first = withCommon(text, one);
        const both = withCommon(first, other);
        expect(sorted(findCommon(first))).toEqual(sorted(one));
        expect(sorted(findCommon(both))).toEqual(sorted(other));
        expect(readPolicy({ text: both, isKnown: true }).ok).toBe(true);
        if (text !== OURS) expect(JSON.parse(withCommon(both, choices([])))).toEqual({});
        else expect(both).toContain('Sales wants these');
      }),
    );
  });
});
