import { getHeapSpaceStatistics } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutRecipient } from '../../../src/service/outcomes/learn-outcomes.ts';
import { runs } from '../../support/property-runs.ts';

it.for([
  ['550 5.1.1 <ada@x.test>: User unknown', 'ada@x.test', '550 5.1.1 <…>: User unknown'],
  ['ADA@X.TEST over quota', 'ada@x.test', '… over quota'],
  ['no mailbox "ada" here, ada', 'ada@x.test', 'no mailbox "…" here, …'],
  ['Adam is away', 'ada@x.test', 'Adam is away'],
  ['forwarded to a.l@y.test failed', 'ada@x.test', 'forwarded to … failed'],
  ['user ada+news unknown', 'ada+news@x.test', 'user … unknown'],
  ['mailbox ada is full', 'ada+news@x.test', 'mailbox … is full'],
  ['ΌΝΟΜΑΣ and JÜRGEN.STRAßE are unknown', 'όνομας@x.test', '… and JÜRGEN.STRAßE are unknown'],
  ['JÜRGEN.STRAßE, jürgen.straße', 'Jürgen.Straße@x.test', '…, …'],
  ['𐐀𐐨 of 𐐨𐐨𐐨: 𐐀𐐨1', '𐐨𐐨@x.test', '… of 𐐨𐐨𐐨: 𐐀𐐨1'],
  ['ada2, ada-ada, 2ada', 'ada@x.test', 'ada2, …-…, 2ada'],
  ['rejected: a.b*c?', 'a.b*c?@x.test', 'rejected: …'],
] as const)('"%s" to %s is stored as "%s"', ([reply, email, stored]) => {
  expect(withoutRecipient(reply, email)).toBe(stored);
});

it('takes out of any text what an expression takes out that tries each place', () => {
  const tried = /[^\s<>()[\]",;:@]+@[\w.-]*\w/g;
  const unit = fc.constantFrom('a', '@', '.', '-', '!', ' ', '<', 'é', '"');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      expect(withoutRecipient(text, 'zz@zz')).toBe(text.replace(tried, '…'));
    }),
    { numRuns: runs(5000) },
  );
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

/** Bytes of machine code that V8 holds. */
const codeSize = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'code_space')?.space_used_size ??
  0;

it('leaves no machine code behind for each address', () => {
  const before = codeSize();
  for (let at = 0; at < 2000; at += 1) {
    const email = `someone${at}@x.test`;
    withoutRecipient(`550 5.1.1 <${email}>: someone${at} is unknown`, email);
  }
  expect(codeSize() - before).toBeLessThan(2_000_000);
});
