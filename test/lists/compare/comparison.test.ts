import { describe, expect, it } from 'vitest';
import { VERDICTS, type Verdict } from '../../../src/contract/verdict.ts';
import { changeOf } from '../../../src/lists/compare/change.ts';
import { Comparison, type ListedResult } from '../../../src/lists/compare/comparison.ts';

const of = (verdict: Verdict, reason?: string, detail?: string) => ({ verdict, reason, detail });

describe('what changed of an address', () => {
  const TABLE: Readonly<Record<Verdict, readonly (string | undefined)[]>> = {
    deliverable: [undefined, 'worse', 'worse', 'other'],
    risky: ['better', undefined, 'worse', 'other'],
    undeliverable: ['better', 'better', undefined, 'other'],
    unknown: ['better', 'better', 'worse', undefined],
  };

  it.each(VERDICTS)('goes by the verdicts: from %s', (before) => {
    expect(VERDICTS.map((after) => changeOf(of(before), of(after)))).toEqual(TABLE[before]);
  });

  it('is other where the verdict stays and the reason, or the fine reason, does not', () => {
    const full = of('undeliverable', 'mailbox', 'full');
    expect(changeOf(full, of('undeliverable', 'no_mx'))).toBe('other');
    expect(changeOf(full, of('undeliverable', 'mailbox', 'no_mailbox'))).toBe('other');
  });

  it('is nothing where one list gives no reason', () => {
    expect(changeOf(of('risky', 'role'), of('risky'))).toBeUndefined();
  });

  it('is added or removed for what one list lacks', () => {
    expect(changeOf(undefined, of('risky'))).toBe('added');
    expect(changeOf(of('risky'), undefined)).toBe('removed');
  });
});

const good = (email: string): ListedResult => ({ email, verdict: 'deliverable' });
const dead = (email: string): ListedResult => ({ email, verdict: 'undeliverable' });

function compare(before: readonly ListedResult[], after: readonly ListedResult[]) {
  using comparison = new Comparison();
  comparison.add('before', before);
  comparison.add('after', after);
  const changes = [...comparison.changes()].map(({ email, change }) => `${email} ${change}`);
  return { changes, same: comparison.same };
}

describe('two lists', () => {
  it('are compared in the order of the second, and what it lacks comes last', () => {
    const before = ['a', 'b', 'c', 'd'].map((name) => good(`${name}@example.com`));
    const after = [good('d@example.com'), dead('b@example.com'), good('e@example.com')];
    expect(compare(before, after)).toEqual({
      changes: [
        'b@example.com worse',
        'e@example.com added',
        'a@example.com removed',
        'c@example.com removed',
      ],
      same: 1,
    });
  });

  it('are joined by the address as mail is delivered to it', () => {
    const { changes } = compare([good('ann@EXAMPLE.com')], [dead('ann@example.com')]);
    expect(changes).toEqual(['ann@example.com worse']);
    expect(compare([good('Ann@example.com')], [good('ann@example.com')]).same).toBe(0);
  });

  it('are joined by the mailbox where the address is written in another way', () => {
    const before = [good('a.nn+news@gmail.com')];
    expect(compare(before, [dead('Ann@googlemail.com')]).changes).toEqual([
      'Ann@googlemail.com worse',
    ]);
  });

  it('keep the results of two addresses of one mailbox apart', () => {
    const both = [good('ann@gmail.com'), dead('ann+x@gmail.com')];
    expect(compare(both, both)).toEqual({ changes: [], same: 2 });
  });

  it('count an address once', () => {
    const twice = [good('a@example.com'), dead('a@example.com')];
    expect(compare(twice, [good('a@example.com')])).toEqual({ changes: [], same: 1 });
  });
});
