import { expect, test } from 'vitest';
import type { BatchEntry } from '../../src/contract/decode.ts';
import { compareAddresses, joinResults } from '../../src/lists/run/join-results.ts';

const GOOD = { deliverable: true };
const FOUND = { verification: { ...GOOD, email: 'a@example.com' } };

function entry(email: string | undefined, changes: Partial<BatchEntry> = {}): BatchEntry {
  return { email, status: 'verified', result: GOOD, ...changes };
}

test('results come back in any order and case, to the address that was sent', () => {
  const sent = ['Ada@example.com', 'bob@example.com', 'cy@xn--bcher-kva.example'];
  const entries = [
    entry('cy@BÜCHER.example'),
    entry(' BOB@EXAMPLE.COM '),
    entry('Ada@EXAMPLE.com'),
  ];
  expect(joinResults(sent, entries, true).results).toEqual(
    sent.map((email) => ({ verification: { ...GOOD, email } })),
  );
});

test('addresses that differ in case alone are distinguished, and not mixed up where they can’t be', () => {
  const sent = ['Ada@example.com', 'ada@example.com'];
  const bad = { deliverable: false };
  const exact = [entry('ada@example.com', { result: bad }), entry('Ada@example.com')];
  expect(joinResults(sent, exact, true).results).toEqual([
    { verification: { ...GOOD, email: sent[0] } },
    { verification: { ...bad, email: sent[1] } },
  ]);
  expect(joinResults(sent, [entry('ADA@example.com')], true).results).toEqual([
    undefined,
    undefined,
  ]);
});

test.for([
  { name: 'another address', entries: [entry('x@example.com')] },
  { name: 'no address', entries: [entry(undefined)] },
  { name: 'neither result nor error', entries: [entry('a@example.com', { result: undefined })] },
  { name: 'nothing at all', entries: [] },
])('$name leaves the address without a result', ({ entries }) => {
  expect(joinResults(['a@example.com'], entries, true).results).toEqual([undefined]);
});

test('before the end only verified entries count', () => {
  const pending = entry('a@example.com', { status: 'pending' });
  expect(joinResults(['a@example.com'], [pending], false).results).toEqual([undefined]);
  expect(joinResults(['a@example.com'], [pending], true).results).toEqual([FOUND]);
});

test('an address that came back twice keeps the result', () => {
  const failed = entry('a@example.com', { result: undefined, error: 'x', status: 'failed' });
  const twice = [entry('a@example.com'), failed];
  for (const entries of [twice, twice.toReversed()]) {
    expect(joinResults(['a@example.com'], entries, true).results).toEqual([FOUND]);
  }
});

test.for([
  {
    name: 'an entry that carries the result of another address',
    entries: [entry('a@example.com', { result: { email: 'b@example.com', ...GOOD } })],
    fault: 'the entry of a@example.com carries a result about b@example.com',
  },
  {
    name: 'an entry that carries the result of a stranger',
    entries: [entry('a@example.com', { result: { email: 'x@example.com', ...GOOD } })],
    fault: 'the entry of a@example.com carries a result about x@example.com',
  },
  {
    name: 'two entries that contradict each other, and a third',
    entries: [true, false, true].map((deliverable) =>
      entry('a@example.com', { result: { deliverable } }),
    ),
    fault: 'two results for a@example.com contradict each other',
  },
  {
    name: 'an entry about a stranger',
    entries: [entry('x@example.com')],
    fault: 'there is an entry about x@example.com, which was not asked about',
  },
])('$name: the address is unanswered, and the fault is named', ({ entries, fault }) => {
  const joined = joinResults(['a@example.com', 'b@example.com'], entries, true);
  expect(joined.results).toEqual([undefined, undefined]);
  expect(joined.fault).toBe(fault);
});

test.for(['A@EXAMPLE.com', ' a@example.COM ', 'a@example.com'])(
  'a result that spells the address as %j is about it',
  (email) => {
    const entries = [entry('a@example.com', { result: { ...GOOD, email } })];
    expect(joinResults(['a@example.com'], entries, true)).toMatchObject({
      results: [FOUND],
      fault: undefined,
    });
  },
);

test('a result in the spelling of a second address of the batch is that address’s', () => {
  const entries = [entry('Ada@example.com', { result: { ...GOOD, email: 'ada@example.com' } })];
  const { results } = joinResults(['Ada@example.com', 'ada@example.com'], entries, true);
  expect(results).toEqual([undefined, undefined]);
});

const SENT = ['a@example.com', 'b@example.com', 'c@example.com'];

test.for([
  { name: 'all of them', emails: ['c@EXAMPLE.com', 'A@example.com', 'b@example.com'], is: 'same' },
  { name: 'more than half', emails: ['a@example.com', 'b@example.com'], is: 'same' },
  { name: 'less than half', emails: ['a@example.com'], is: 'inconclusive' },
  { name: 'none', emails: [], is: 'inconclusive' },
  {
    name: 'entries without addresses',
    emails: [undefined, undefined, undefined],
    is: 'inconclusive',
  },
  { name: 'a stranger', emails: ['a@example.com', 'x@example.com'], is: 'different' },
  { name: 'one of them repeated', emails: Array(3).fill('a@example.com'), is: 'different' },
])('a batch that shows $name is $is', ({ emails, is }) => {
  expect(
    compareAddresses(
      SENT,
      emails.map((email) => entry(email)),
    ),
  ).toBe(is);
});

test('addresses that differ in case alone are both found where the service shows one case', () => {
  const emails = ['ADA@example.com', 'ADA@example.com'];
  const entries = emails.map((email) => entry(email));
  expect(compareAddresses(['Ada@example.com', 'ada@example.com'], entries)).toBe('same');
});
