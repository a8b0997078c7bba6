import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/formats/report/markdown.ts';
import type { ReportFacts } from '../../../src/formats/report/report-facts.ts';
import { renderReportJson } from '../../../src/formats/report/report-json.ts';
import { createSummary } from '../../../src/formats/report/summarise.ts';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { english } from '../../support/english.ts';
import { ACCEPTED, NO_MAILBOX } from '../support.ts';

function facts(name: string): ReportFacts {
  const summary = createSummary();
  const outcomeOf = createAddressJudge({
    lookup: (address) => (address.startsWith('ann') ? ACCEPTED : NO_MAILBOX),
  });
  for (const address of ['ann@example.com', 'bob@a_b.example.com', 'cy@example.com']) {
    summary.add(outcomeOf({ raw: address, address }));
  }
  const counts = { rows: 3, distinct: 3, duplicates: 0, unusable: 0 };
  return {
    name,
    at: 0,
    service: 'https://x.test',
    summary: summary.result(),
    counts,
    text: english,
  };
}

describe('a report as Markdown', () => {
  it('has the verdicts, the reasons and the list as tables, and names no address', () => {
    const text = renderMarkdown(facts('list.csv'));
    expect(text).toContain('# list.csv\n\n**Do not send to this list as it is: 67 % would bounce');
    expect(text).toContain('\n\nCreated on 1970-01-01 00:00 UTC');
    expect(text).toContain('| deliverable | 1 | 33.3 % | Send. |');
    expect(text).toContain(
      '| mailbox | 2 | 66.7 % | the mailbox does not exist, is full or is disabled |',
    );
    expect(text).toContain('| Distinct addresses | 3 |');
    expect(text).not.toContain('@');
  });

  it('escapes what a name or a domain would mark up', () => {
    expect(renderMarkdown(facts('a|b *c*\n# d'))).toContain('# a\\|b \\*c\\* \\# d\n');
    expect(renderMarkdown(facts('x'))).toContain('| a\\_b.example.com | 1 | 100.0 % |');
  });
});

it('a report as JSON has its time as text and the counts as numbers', () => {
  const report = JSON.parse(renderReportJson(facts('list.csv')));
  expect(report).toMatchObject({ name: 'list.csv', at: '1970-01-01T00:00:00.000Z' });
  expect(report.bounces.list).toMatchObject({ rows: 3, low: 2 / 3 });
  expect(report.summary.verdicts).toMatchObject({ deliverable: 1, undeliverable: 2 });
});
