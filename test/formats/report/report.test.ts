import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../src/formats/report/report.ts';
import type { ReportFacts } from '../../../src/formats/report/report-facts.ts';
import { createSummary } from '../../../src/formats/report/summarise.ts';
import type { JudgedAddress } from '../../../src/formats/write/judged-row.ts';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { textLoader } from '../../../src/i18n/load-texts.ts';
import { english } from '../../support/english.ts';
import { ACCEPTED, NO_MAILBOX } from '../support.ts';

const outcomeOf = createAddressJudge({
  lookup: (address) => (address.startsWith('bob') ? NO_MAILBOX : ACCEPTED),
});

function reportOf(addresses: readonly string[], facts: Partial<ReportFacts> = {}): string {
  const summary = createSummary();
  for (const address of addresses) summary.add(outcomeOf({ raw: address, address }));
  return renderReport({
    name: 'list.csv',
    at: Date.UTC(2026, 0, 31, 9, 5),
    service: 'https://service.test',
    summary: summary.result(),
    counts: { rows: addresses.length, distinct: addresses.length, duplicates: 0, unusable: 0 },
    text: english,
    ...facts,
  });
}

describe('the report', () => {
  it('says what, when and by whom', () => {
    const page = reportOf(['ann@example.com']);
    expect(page).toContain('<h1>list.csv</h1>');
    expect(page).toContain('2026-01-31 at 09:05 UTC</time>, verified by https://service.test');
  });

  it('names a verdict of two words with one capital', async () => {
    const text = await textLoader()('fr');
    const page = reportOf(['bob@example.com'], { text });
    expect(page.match(/<\/svg>Non délivrable<\/span>/g)).toHaveLength(2);
    expect(page).not.toContain('capitalize');
  });

  it('says in words what the mail hosts said, and what to do', () => {
    const full = { ...NO_MAILBOX.verification, detail: { reason: 'full' } };
    const summary = createSummary();
    const detailed = createAddressJudge({ lookup: () => ({ verification: full }) });
    for (const address of ['a@b.test', 'b@b.test']) {
      summary.add(detailed({ raw: address, address }));
    }
    const page = reportOf([], { summary: summary.result() });
    expect(page).toContain('2 mailboxes full');
    expect(page).toContain('remove it if it is still full');
    expect(reportOf(['ann@example.com'])).not.toContain('In detail');
  });

  it('allows its own style sheet alone', () => {
    const page = reportOf(['ann@example.com']);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'`);
    expect(page).not.toMatch(/<script|<link|<img| style=| on\w+=/);
  });

  it('escapes names, services and domains', () => {
    const bad = `<img src=x onerror="alert('1')">&`;
    const page = reportOf([`ann@${bad}`], { name: bad, service: bad });
    expect(page).not.toContain('<img');
    expect(
      page.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g),
    ).toHaveLength(4);
  });

  it('puts the domains with most undeliverable addresses first', () => {
    const page = reportOf(['ann@good.test', 'bob@half.test', 'ann@half.test', 'bob@bad.test']);
    const domains = [...page.matchAll(/class="domain">([^<]*)/g)].map(([, domain]) => domain);
    expect(domains).toEqual(['bad.test', 'half.test', 'good.test']);
  });

  it('names no address', () => {
    const page = reportOf(['ann.secret@good.test', 'bob.secret@bad.test']);
    expect(page).not.toContain('secret');
  });

  it('leaves out what there is nothing of', () => {
    const page = reportOf([]);
    expect(page).toContain('0 results');
    expect(page).not.toMatch(/NaN|Infinity|undefined|Scores|by share/);
  });

  it('shows counts of any size on the columns of the histogram', () => {
    const scored = (score: number, times: number): JudgedAddress[] =>
      Array.from({ length: times }, () => ({
        ...outcomeOf({ raw: '', address: 'a@b.test' }),
        score,
      }));
    const summary = createSummary();
    for (const outcome of [...scored(5, 1234), ...scored(15, 1)]) summary.add(outcome);
    const page = reportOf([], { summary: summary.result() });
    expect(page).toMatch(/<text x="5.00%" y="16.0">1.2k<\/text>/);
    expect(page).toMatch(/<text x="15.00%" y="144.0">1<\/text>/);
  });
});
