import { describe, expect, it, test } from 'vitest';
import type { Reason, Verdict } from '../../../src/contract/verdict.ts';
import { VERDICT_OF } from '../../../src/contract/verdict.ts';
import { forecastBounces } from '../../../src/formats/report/bounce-forecast.ts';
import {
  forecastNotes,
  forecastRows,
  sendAnswer,
} from '../../../src/formats/report/send-answer.ts';
import { SENDER_LIMITS } from '../../../src/formats/report/sender-limits.ts';
import { createSummary, type ListSummary } from '../../../src/formats/report/summarise.ts';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { LANGUAGES } from '../../../src/i18n/languages.ts';
import { textLoader } from '../../../src/i18n/load-texts.ts';
import { english } from '../../support/english.ts';

interface Rows {
  readonly reason: Reason;
  readonly count: number;
  readonly verdict?: Verdict;
  readonly detail?: string;
}

const blank = createAddressJudge({ lookup: () => undefined })({ raw: '', address: 'a@b.test' });

function summaryOf(...rows: readonly Rows[]): ListSummary {
  const summary = createSummary();
  for (const { reason, count, verdict = VERDICT_OF[reason], detail } of rows)
    for (let at = 0; at < count; at++) summary.add({ ...blank, verdict, reason, detail });
  return summary.result();
}

function answer(...rows: readonly Rows[]): string | undefined {
  const forecast = forecastBounces(summaryOf(...rows));
  return forecast && sendAnswer(english, forecast);
}

const accepted = (count: number): Rows => ({ reason: 'accepted', count });
const mailbox = (count: number, detail?: string): Rows => ({
  reason: 'mailbox',
  count,
  ...(detail !== undefined && { detail }),
});

describe('whether one may send', () => {
  it.each([
    [
      [accepted(930), mailbox(70)],
      'Do not send to this list as it is: 7.0 % to 7.5 % would bounce (Amazon SES reviews an account at 5 %). Its 930 safe rows: at most 0.5 %.',
    ],
    [
      [accepted(80), mailbox(20)],
      'Do not send to this list as it is: 20 % would bounce (Amazon SES may pause an account at 10 %). Its 80 safe rows: at most 0.5 %.',
    ],
    [
      [accepted(960), mailbox(30), { reason: 'accept_all', count: 1010 }],
      'You may send to this list as it is, but not everywhere: 1.5 % to 3.9 % would bounce (Brevo may suspend an account above 2 %). Its 960 safe rows: at most 0.5 %.',
    ],
    [
      [accepted(900), mailbox(40), { reason: 'no_answer', count: 360 }],
      'Better not send to this list as it is: 3.1 % to 5.0 % would bounce (Amazon SES reviews an account at 5 %). Its 900 safe rows: at most 0.5 %.',
    ],
    [
      [accepted(999), mailbox(1)],
      'You may send to this list as it is: 0.1 % to 0.6 % would bounce, below every published limit. Its 999 safe rows: at most 0.5 %.',
    ],
    [
      [
        { reason: 'not_probed', count: 97 },
        { reason: 'no_mx', count: 3 },
      ],
      'Whether you may send to this list is not known: no mailbox was verified. 3.0 % or more would bounce. It has no safe rows.',
    ],
    [
      [mailbox(1)],
      'Do not send to this list as it is: 100 % would bounce (Amazon SES may pause an account at 10 %). It has no safe rows.',
    ],
  ] as const)('%#', (rows, words) => {
    expect(answer(...rows)).toBe(words);
  });

  it('is open for a list without addresses', () => {
    expect(answer()).toBeUndefined();
  });
});

test('a full mailbox bounces for certain nowhere', () => {
  const forecast = forecastBounces(summaryOf(accepted(98), mailbox(2, 'full')));
  expect(forecast?.list.low).toBe(0);
  expect(forecast?.list.high).toBeGreaterThan(0.02);
});

test('rows that a policy calls deliverable may bounce as undecided ones do', () => {
  const acceptAll = { reason: 'accept_all', count: 100, verdict: 'deliverable' } as const;
  const forecast = forecastBounces(summaryOf(accepted(90), mailbox(10), acceptAll));
  expect(forecast?.safe.rows).toBe(190);
  expect(forecast?.safe.high).toBeGreaterThan(0.05);
});

test('of a sample, rows that were not drawn are left out', () => {
  const summary = summaryOf(accepted(98), mailbox(2), { reason: 'incomplete', count: 900 });
  expect(forecastBounces(summary, true)?.list).toMatchObject({ rows: 100, low: 0.02 });
  expect(forecastBounces(summary)?.list).toMatchObject({ rows: 1000, low: 0.002 });
});

test('the figures are rows and shares', () => {
  const forecast = forecastBounces(summaryOf(accepted(930), mailbox(70)));
  expect(forecast && forecastRows(english, forecast)).toEqual([
    ['The list as it is', '1,000', '70 to 75', '7.0 % to 7.5 %'],
    ['Only its safe rows', '930', '0 to 5', '0.0 % to 0.5 %'],
  ]);
});

test.each(LANGUAGES)('%s says it in full', async (language) => {
  const text = await textLoader()(language);
  for (const rows of [[accepted(9), mailbox(1)], [accepted(9)], [mailbox(1)]]) {
    const forecast = forecastBounces(summaryOf(...rows, { reason: 'no_answer', count: 1 }));
    const said = forecast && [sendAnswer(text, forecast), ...forecastNotes(text, forecast)];
    expect(said?.join()).not.toMatch(/undefined|NaN|[{}]/);
  }
});

test('each limit has the page that says so, and the day', () => {
  for (const { url, read, bounces } of SENDER_LIMITS) {
    expect(url).toMatch(/^https:\/\/[\w./-]+$/);
    expect(Date.parse(read)).toBeGreaterThan(Date.UTC(2026, 0, 1));
    expect(bounces).toEqual(bounces.toSorted((one, other) => one.at - other.at));
  }
});
