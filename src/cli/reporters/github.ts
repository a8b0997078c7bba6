import { VERDICTS } from '../../contract/verdict.ts';
import type { JudgedAddress } from '../../formats/write/judged-row.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import {
  addressText,
  type Conclusion,
  LEVELS,
  type Level,
  levelOf,
  type ReportSubject,
  reasonText,
  verdictText,
} from './reporter.ts';

/** GitHub shows ten annotations of a level; the tenth says how many more there are. */
export const MAX_PER_LEVEL = 9;

/** The size limit of one step's summary, in bytes. */
export const LARGEST_STEP_SUMMARY = 1024 * 1024;

export function createGithubReport(reported: ReportSubject) {
  const levels = new Map(LEVELS.map((level) => [level, { shown: [] as string[], count: 0 }]));
  const table = createTable(TABLE_HEAD, 'the results file has all of them');
  return {
    add(judged: JudgedAddress, line: number | undefined): void {
      const level = levelOf(judged, reported.thresholds);
      const found = level && levels.get(level);
      if (!found) return;
      found.count += 1;
      if (found.count <= MAX_PER_LEVEL) {
        found.shown.push(annotation(level, judged, line, reported));
      }
      table.add(tableRow(judged, line, reported));
    },
    /** Workflow commands, one a line. */
    annotations: () =>
      [...levels]
        .flatMap(([level, { shown, count }]) => [
          ...shown,
          ...moreLines(level, count - shown.length),
        ])
        .map((line) => `${line}\n`)
        .join(''),
    /** Markdown of at most `room` bytes. */
    stepSummary: (conclusion: Conclusion, room: number) => {
      const head = summaryHead(reported, conclusion);
      return head + table.text(room - Buffer.byteLength(head));
    },
  };
}

function annotation(
  level: Level,
  judged: JudgedAddress,
  line: number | undefined,
  reported: ReportSubject,
): string {
  const { file } = reported;
  const where = file === undefined && line !== undefined ? ` on line ${line}` : '';
  const message = `${addressText(judged, reported)}${where}: ${reasonText(judged, reported)}`;
  const place = file === undefined ? {} : { file, line: `${line ?? 1}` };
  return workflowCommand(level, { ...place, title: verdictText(judged) }, message);
}

/** A command to the runner, of one line. */
export function workflowCommand(
  level: Level,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const given = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(value)}`,
  );
  return `::${level} ${given.join(',')}::${escapeData(message)}`;
}

/** What stands for the annotations of a level that are not shown. */
export function moreLines(level: Level, rest: number): string[] {
  if (rest <= 0) return [];
  const message = `${plural(rest, `more ${level}`)}: see the step summary`;
  return [workflowCommand(level, { title: 'mailvet' }, message)];
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts says what is escaped. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function summaryHead({ name }: ReportSubject, { summary, shortfalls }: Conclusion): string {
  const { total, verdicts } = summary;
  const rows = VERDICTS.map(
    (verdict) =>
      `| ${verdict} | ${counted(verdicts[verdict])} | ${percent(shareOf(verdicts[verdict], total))} |`,
  );
  return [
    `## ${escapeMarkdown(safeLine(name))}: ${plural(total, 'result')}`,
    '',
    '| Verdict | Results | Share |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
    ...shortfalls.flatMap((shortfall) => [`**Check failed:** ${escapeMarkdown(shortfall)}`, '']),
    '',
  ].join('\n');
}

const TABLE_HEAD = '| Line | Address | Verdict |\n| ---: | --- | --- |\n';

function tableRow(
  judged: JudgedAddress,
  line: number | undefined,
  reported: ReportSubject,
): string {
  const cells = [addressText(judged, reported), reasonText(judged, reported)].map(escapeMarkdown);
  return `| ${line ?? ''} | ${cells.join(' | ')} |\n`;
}

/** Room for the line that says how many rows are missing. */
const REST_ROOM = 100;

/** A table of Markdown, which keeps rows while they may have room. `where` says where the others are. */
export function createTable(head: string, where: string) {
  const rows: string[] = [];
  let size = 0;
  let count = 0;
  return {
    add(row: string): void {
      count += 1;
      if (size > LARGEST_STEP_SUMMARY) return;
      size += Buffer.byteLength(row);
      rows.push(row);
    },
    text(room: number): string {
      if (count === 0) return '';
      let left = room - head.length - REST_ROOM;
      const fitting = rows.findIndex((row) => {
        left -= Buffer.byteLength(row);
        return left < 0;
      });
      const shown = fitting === -1 ? rows : rows.slice(0, fitting);
      const rest = count - shown.length;
      const body = shown.length === 0 ? '' : head + shown.join('');
      const more = `\n… and ${counted(rest)} more: ${where}.\n`;
      if (rest === 0) return body;
      return room > REST_ROOM ? body + more : '';
    },
  };
}

/** Escapes foreign text for a table cell: no Markdown, no HTML, no mentions. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>$-]/g, '\\$&')
    .replaceAll('@', '&#64;');
}
