import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verification } from '../../src/contract/decode.ts';
import { judge } from '../../src/contract/verdict.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';

const accepted: Verification = {
  email: 'a@b.test',
  ...ACCEPTED_FACTS,
};

const dead = { deliverable: false } as const;

describe('judge', () => {
  it.each<[string, Partial<Verification>, string]>([
    ['an accepted mailbox', {}, 'deliverable accepted'],
    ['an accept-all domain', { acceptAll: true }, 'risky accept_all'],
    ['a disposable domain', { temporary: true }, 'risky disposable'],
    ['a role address', { role: true }, 'risky role'],
    ['accept-all before disposable', { acceptAll: true, temporary: true }, 'risky accept_all'],
    ['disposable before role', { temporary: true, role: true }, 'risky disposable'],
    ['an invalid address', { ...dead, valid: false, mx: false }, 'undeliverable syntax'],
    ['a domain without mail', { ...dead, mx: false, smtp: false }, 'undeliverable no_mx'],
    ['a missing mailbox', { ...dead }, 'undeliverable mailbox'],
    ['a host that gives no answer', { ...dead, smtp: false }, 'unknown no_answer'],
    ['a role address without answer', { ...dead, smtp: false, role: true }, 'unknown no_answer'],
  ])('tells %s', (_name, fields, expected) => {
    const { verdict, reason } = judge({ result: { ...accepted, ...fields } });
    expect(`${verdict} ${reason}`).toBe(expected);
  });

  it.each<[string, Partial<Verification>]>([
    ['deliverable', { deliverable: undefined }],
    ['acceptAll', { acceptAll: undefined }],
    ['temporary', { temporary: undefined }],
    ['role', { role: undefined }],
    ['mx, with an address that is not deliverable', { ...dead, mx: undefined, smtp: false }],
    ['smtp, with an address that is not deliverable', { ...dead, smtp: undefined }],
  ])('takes a missing %s for unknown, never for false', (_name, fields) => {
    const judgement = judge({ result: { ...accepted, ...fields } });
    expect(judgement).toEqual({ verdict: 'unknown', reason: 'incomplete' });
  });

  it('counts role addresses as deliverable when told to', () => {
    const judgement = judge({ result: { ...accepted, role: true } }, { riskyRole: false });
    expect(judgement.verdict).toBe('deliverable');
  });

  it('lets an error beat a result beside it', () => {
    const judgement = judge({ result: accepted, error: 'mailbox on fire' });
    expect(judgement).toEqual({ verdict: 'unknown', reason: 'error' });
  });

  it.each<[string, Partial<Verification>]>([
    ['that nobody asked about', { ...dead, smtp: false }],
    ['that is called deliverable all the same', {}],
    ['that is called dead', dead],
  ])('calls a suppressed address %s risky', (_name, fields) => {
    const result = { ...accepted, ...fields, detail: { reason: 'suppressed' } };
    expect(judge({ result })).toEqual({ verdict: 'risky', reason: 'suppressed' });
  });

  it('rests on no other fine reason', () => {
    const reason = fc.string().filter((text) => text !== 'suppressed');
    fc.assert(
      fc.property(reason, (text) => {
        const result = { ...accepted, detail: { reason: text } };
        expect(judge({ result }).reason).toBe('accepted');
      }),
    );
  });

  it('calls nothing without a result dead', () => {
    expect(judge({})).toEqual({ verdict: 'unknown', reason: 'incomplete' });
  });

  it('calls an address undeliverable only on a field that says so', () => {
    const flag = fc.option(fc.boolean(), { nil: undefined });
    const fields = { valid: flag, deliverable: flag, acceptAll: flag, role: flag };
    const rest = { temporary: flag, mx: flag, smtp: flag };
    fc.assert(
      fc.property(fc.record({ ...fields, ...rest }), (result) => {
        const proven =
          result.valid === false ||
          (result.deliverable === false && (result.mx === false || result.smtp === true));
        expect(judge({ result }).verdict === 'undeliverable').toBe(proven);
      }),
    );
  });
});
