import { VERDICTS } from '../../contract/verdict.ts';
import { escapeMarkup } from '../../lib/markup-text.ts';
import { counted } from '../../lib/wording.ts';
import type { AddressOutcome } from '../../lists/write/outcome.ts';
import { type FailureThresholds, levelOf } from './level.ts';
import { addressText, type Conclusion, type ReportSubject, reasonText } from './reporter.ts';

/** Bounds the file's size for viewers. */
const MAX_CASES = 10_000;

/** JUnit's XML: one test case for the list as a whole, and a failed one for each row that fails. */
interface JunitReport {
  add(outcome: AddressOutcome, line: number | undefined): void;
  xml(conclusion: Conclusion): string;
}

export function createJunitReport(reported: ReportSubject): JunitReport {
  const bar = withDefaultThresholds(reported.bar);
  const cases: string[] = [];
  let failed = 0;
  return {
    add(outcome, line) {
      if (levelOf(outcome, bar) !== 'error') return;
      failed += 1;
      if (cases.length < MAX_CASES) cases.push(rowCase(outcome, line, reported));
    },
    xml(conclusion) {
      const { shortfalls } = conclusion;
      const whole = listCase(reported, { shortfalls, left: failed - cases.length });
      const failures = cases.length + (shortfalls.length > 0 ? 1 : 0);
      const counts = `tests="${cases.length + 1}" failures="${failures}" errors="0"`;
      return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites name="mailvet" ${counts}>`,
        `  <testsuite name="${escapeMarkup(reported.name)}" ${counts} skipped="0">`,
        ...properties(conclusion),
        whole,
        ...cases,
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n');
    },
  };
}

/** Without thresholds, undeliverable results fail. */
function withDefaultThresholds({ failOn, minScore }: FailureThresholds): FailureThresholds {
  const none = failOn.length === 0 && minScore === undefined;
  return { failOn: none ? ['undeliverable'] : failOn, minScore };
}

function properties({ summary }: Conclusion): string[] {
  const counts = VERDICTS.map((verdict) => [verdict, summary.verdicts[verdict]] as const);
  return [
    '    <properties>',
    ...[['results', summary.total] as const, ...counts].map(
      ([name, value]) => `      <property name="${name}" value="${value}"/>`,
    ),
    '    </properties>',
  ];
}

interface SuiteTotals {
  readonly shortfalls: readonly string[];
  /** Failed rows that got no test case. */
  readonly left: number;
}

function listCase(reported: ReportSubject, { shortfalls, left }: SuiteTotals): string {
  const attributes = `classname="${escapeMarkup(reported.name)}" name="the list as a whole"`;
  const out = left > 0 ? `\n      <system-out>${counted(left)} more rows fail</system-out>` : '';
  const why = escapeMarkup(shortfalls.join('; '));
  const failure = why && `\n      <failure type="threshold" message="${why}">${why}</failure>`;
  if (!failure && !out) return `    <testcase ${attributes}/>`;
  return `    <testcase ${attributes}>${failure}${out}\n    </testcase>`;
}

function rowCase(
  outcome: AddressOutcome,
  line: number | undefined,
  reported: ReportSubject,
): string {
  const place = line === undefined ? '' : `line ${line}: `;
  const name = escapeMarkup(place + addressText(outcome, reported));
  const why = escapeMarkup(reasonText(outcome, reported));
  const file = reported.file === undefined ? '' : ` file="${escapeMarkup(reported.file)}"`;
  const at = line === undefined ? '' : ` line="${line}"`;
  return [
    `    <testcase classname="${escapeMarkup(reported.name)}" name="${name}"${file}${at}>`,
    `      <failure type="${outcome.verdict}" message="${why}">${why}</failure>`,
    '    </testcase>',
  ].join('\n');
}
