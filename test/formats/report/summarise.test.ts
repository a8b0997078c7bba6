import { describe, expect, it } from 'vitest';
import { createSummary } from '../../../src/formats/report/summarise.ts';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { ACCEPTED, NO_MAILBOX } from '../support.ts';

const outcomeOf = createAddressJudge({
  lookup: (address) => (address.startsWith('bob') ? NO_MAILBOX : ACCEPTED),
});

function summaryOf(addresses: Iterable<string>) {
  const summary = createSummary();
  for (const address of addresses) summary.add(outcomeOf({ raw: address, address }));
  return summary.result();
}

describe('createSummary', () => {
  it('counts verdicts, reasons, scores, typos and domains', () => {
    const summary = createSummary();
    for (const address of ['ann@example.com', 'bob@example.com', 'ann@gmial.com']) {
      summary.add(outcomeOf({ raw: address, address }));
    }
    summary.add(outcomeOf({ raw: 'n/a', address: undefined, problem: 'syntax' }));
    summary.add(
      outcomeOf({ raw: 'a@b.co;c@d.co', address: undefined, problem: 'several_addresses' }),
    );
    summary.add(outcomeOf({ raw: ' ', address: undefined, problem: 'empty' }));
    const result = summary.result();
    expect(result).toMatchObject({
      total: 5,
      empty: 1,
      verdicts: { deliverable: 2, risky: 0, undeliverable: 2, unknown: 1 },
      reasons: { accepted: 2, mailbox: 1, syntax: 1, several_addresses: 1, no_mx: 0 },
      scores: [2, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      suggestions: 1,
      allDomains: true,
    });
    expect(result.domains.map(({ domain, total }) => [domain, total])).toEqual([
      ['example.com', 2],
      ['gmial.com', 1],
    ]);
    expect(result.domains[0]?.verdicts.undeliverable).toBe(1);
  });

  it('keeps the large domains when there are too many to count', () => {
    const addresses = function* () {
      for (let id = 0; id < 50_000; id++) {
        yield `ann@domain${id}.example`;
        yield 'ann@example.com';
      }
    };
    const { domains, allDomains } = summaryOf(addresses());
    expect(domains).toHaveLength(100);
    expect(domains[0]).toMatchObject({ domain: 'example.com', total: 50_000 });
    expect(allDomains).toBe(false);
  });
});
