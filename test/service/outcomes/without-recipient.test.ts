import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutRecipient } from '../../../src/service/outcomes/without-recipient.ts';
import { runs } from '../../support/property-runs.ts';

it.for([
  ['550 5.1.1 <ada@x.test>: User unknown', 'ada@x.test', '550 5.1.1 <…>: User unknown'],
  ['ADA@X.TEST over quota', 'ada@x.test', '… over quota'],
  ['no mailbox "ada" here, ada', 'ada@x.test', 'no mailbox "…" here, …'],
  ['Adam is away', 'ada@x.test', 'Adam is away'],
  ['forwarded to a.l@y.test failed', 'ada@x.test', 'forwarded to … failed'],
  ['user ada+news unknown', 'ada+news@x.test', 'user … unknown'],
  ['mailbox ada is full', 'ada+news@x.test', 'mailbox … is full'],
  ['rejected: a.b*c?', 'a.b*c?@x.test', 'rejected: …'],
] as const)('"%s" to %s is stored as "%s"', ([reply, email, stored]) => {
  expect(withoutRecipient(reply, email)).toBe(stored);
});

it('holds neither address nor local part, whatever these are', () => {
  const localPart = fc.stringMatching(/^[a-z0-9][a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,20}[a-z0-9]$/);
  fc.assert(
    fc.property(localPart, (name) => {
      const stored = withoutRecipient(`550 <${name}@x.test> (${name}) "${name}"`, `${name}@x.test`);
      expect(stored.replace('550', '')).not.toContain(name);
    }),
    { numRuns: runs(300), examples: [['550'], ['$&'], ['a-b']] },
  );
});
