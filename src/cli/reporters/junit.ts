import { VERDICTS } from '../../contract/verdict.ts';
import type { JudgedAddress } from '../../formats/write/judged-row.ts';
import { escapeMarkup } from '../../lib/safe-text.ts';
import { counted } from '../../lib/wording.ts';
import {
  addressText,
  type Conclusion,
  type FailureThresholds,
  type FileReport,
  levelOf,
  type ReportSubject,
  reasonText,
} from './reporter.ts';

/** Bounds the file's size for viewers, of each kind of test case. */
const MAX_CASES = 10_000;

/**
 * JUnit's XML: one test case for the list as a whole, then the rows that fail, then those that pass.
 * The elements and attributes are those that Jenkins' schema and the common ones know.
 */
export function createJunitReport(reported: ReportSubject): FileReport {
  const thresholds = withDefaultThresholds(reported.thresholds);
  const cases: string[] = [];
  const passed: string[] = [];
  let failed = 0;
  return {
    add(judged, line) {
      const fails = levelOf(judged, thresholds) === 'error';
      if (fails) failed += 1;
      const kind = fails ? cases : passed;
      if (kind.length < MAX_CASES) kind.push(rowCase(judged, line, fails, reported));
    },
    text(conclusion) {
      const { shortfalls } = conclusion;
      const whole = listCase(reported, shortfalls, failed - cases.length);
      const failures = cases.length + (shortfalls.length > 0 ? 1 : 0);
      const counts = `tests="${cases.length + passed.length + 1}" failures="${failures}" errors="0"`;
      return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites name="mailvet" ${counts}>`,
        `  <testsuite name="${escapeMarkup(reported.name)}" ${counts} skipped="0">`,
        ...properties(conclusion),
        whole,
        ...cases,
        ...passed,
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n');
    },
  };
}

/** Without thresholds, undeliverable results fail. */
function withDefaultThresholds(thresholds: FailureThresholds): FailureThresholds {
  const { failOn, minScore } = thresholds;
  const none = failOn.length === 0 && minScore === undefined;
  return { ...thresholds, failOn: none ? ['undeliverable'] : failOn };
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

/** `left`: failed rows without a test case. */
function listCase(reported: ReportSubject, shortfalls: readonly string[], left: number): string {
  const attributes = `classname="${escapeMarkup(reported.name)}" name="the list as a whole"`;
  const out = left > 0 ? `\n      <system-out>${counted(left)} more rows fail</system-out>` : '';
  const why = escapeMarkup(shortfalls.join('; '));
  const failure = why && `\n      <failure type="threshold" message="${why}">${why}</failure>`;
  if (!failure && !out) return `    <testcase ${attributes}/>`;
  return `    <testcase ${attributes}>${failure}${out}\n    </testcase>`;
}

function rowCase(
  judged: JudgedAddress,
  line: number | undefined,
  fails: boolean,
  reported: ReportSubject,
): string {
  const place = line === undefined ? '' : `line ${line}: `;
  const name = escapeMarkup(place + addressText(judged, reported));
  const file = reported.file === undefined ? '' : ` file="${escapeMarkup(reported.file)}"`;
  const at = line === undefined ? '' : ` line="${line}"`;
  const start = `    <testcase classname="${escapeMarkup(reported.name)}" name="${name}"${file}${at}`;
  if (!fails) return `${start}/>`;
  const why = escapeMarkup(reasonText(judged, reported));
  const failure = `      <failure type="${judged.verdict}" message="${why}">${why}</failure>`;
  return [`${start}>`, failure, '    </testcase>'].join('\n');
}
