import { describe, expect, it, test } from 'vitest';
import { PLAIN } from '../../../src/cli/io/terminal.ts';
import { bar, column, renderSummary } from '../../../src/cli/render/summary.ts';
import { createSummary } from '../../../src/formats/report/summarise.ts';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { ACCEPTED, NO_MAILBOX, ROLE } from '../../formats/support.ts';
import { english } from '../../support/english.ts';

test.for([
  [0, ''],
  [0.001, '▏'],
  [0.5, '████'],
  [0.57, '████▌'],
  [1, '████████'],
] as const)('a bar of %s is %j', ([share, drawn]) => {
  expect(bar(share, 8)).toBe(drawn);
});

test.for([
  [0, ' '],
  [0.01, '▁'],
  [0.5, '▄'],
  [1, '█'],
] as const)('a column of %s is %j', ([share, drawn]) => {
  expect(column(share)).toBe(drawn);
});

function summaryLines(columns: number | undefined): string[] {
  const known = new Map([
    ['bob@b.test', NO_MAILBOX],
    ['info@b.test', ROLE],
  ]);
  const outcomeOf = createAddressJudge({ lookup: (address) => known.get(address) ?? ACCEPTED });
  const summary = createSummary();
  const addresses = ['ann@b.test', 'ann@b.test', 'bob@b.test', 'info@b.test'];
  for (const address of addresses) summary.add(outcomeOf({ raw: address, address }));
  summary.add(outcomeOf({ raw: 'nobody', address: undefined, problem: 'syntax' }));
  return renderSummary({ name: 'list.csv', addresses: 3 }, summary.result(), {
    text: english,
    palette: PLAIN,
    columns,
  });
}

describe('the summary', () => {
  it('says in words why, where the service does', () => {
    const full = { ...NO_MAILBOX.verification, detail: { reason: 'full' } };
    const waits = [Date.UTC(2026, 10, 22, 14, 31, 5), Date.UTC(2026, 10, 22, 14, 20)];
    const undecided = { ...NO_MAILBOX.verification, smtp: false };
    const known = [
      full,
      full,
      { ...full, detail: { reason: 'no_mailbox' } },
      ...waits.map((retryAfter) => ({
        ...undecided,
        detail: { reason: 'greylisted', retryAfter },
      })),
      { ...undecided, detail: { reason: 'blocked' } },
      { ...undecided, detail: { reason: 'new_reason' } },
      { ...ACCEPTED.verification, detail: { reason: 'accepted' } },
    ];
    const summary = createSummary();
    for (const verification of known) {
      const outcomeOf = createAddressJudge({ lookup: () => ({ verification }) });
      summary.add(outcomeOf({ raw: 'a@b.test', address: 'a@b.test' }));
    }
    const style = { text: english, palette: PLAIN, columns: undefined };
    expect(renderSummary({ name: 'list.csv', addresses: 3 }, summary.result(), style)).toEqual([
      'list.csv: 8 rows with 3 addresses',
      'Do not send to this list as it is: 13 % to 85 % would bounce (Amazon SES may pause an account at 10 %). Its 1 safe row: at most 0.5 %.',
      '  deliverable   1   12.5 %',
      '  risky         0    0.0 %',
      '  undeliverable 3   37.5 %  (2 mailboxes full, 1 mailbox does not exist)',
      '  unknown       4   50.0 %  (2 addresses greylisted, check again after 2026-11-22 14:32 UTC, 1 address at a mail server that refused our check, 1 new_reason)',
    ]);
  });

  it('is plain where there is no terminal', () => {
    expect(summaryLines(undefined)).toEqual([
      'list.csv: 5 rows with 3 addresses',
      'Do not send to this list as it is: 40 % would bounce (Amazon SES may pause an account at 10 %). Its 2 safe rows: at most 0.5 %.',
      '  deliverable   2   40.0 %',
      '  risky         1   20.0 %  (1 role address)',
      '  undeliverable 2   40.0 %  (1 invalid address, 1 mailbox rejects mail)',
      '  unknown       0    0.0 %',
    ]);
  });

  it('has bars and scores on a terminal', () => {
    expect(summaryLines(100)).toEqual([
      'list.csv: 5 rows with 3 addresses',
      'Do not send to this list as it is: 40 % would bounce (Amazon SES may pause an account at 10 %). Its 2 safe rows: at most 0.5 %.',
      '  deliverable   2   40.0 %  █████████▎',
      '  risky         1   20.0 %  ████▋                    1 role address',
      '  undeliverable 2   40.0 %  █████████▎               1 invalid address, 1 mailbox rejects mail',
      '  unknown       0    0.0 %',
      '  score         0 ▆        █ 100',
    ]);
  });

  it('puts reasons on a line of their own where there is no room beside the bars', () => {
    expect(summaryLines(50)).toContain('    1 invalid address, 1 mailbox rejects mail');
    const drawn = summaryLines(50).filter((line) => line.startsWith(' '));
    expect(Math.max(...drawn.map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});
