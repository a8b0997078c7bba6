import { explainReason } from '../../contract/explanations.ts';
import type { Reason } from '../../contract/verdict.ts';
import type { JudgedAddress } from '../../formats/write/judged-row.ts';
import { safeJson } from '../../lib/safe-text.ts';
import { version } from '../../lib/version.ts';
import { counted } from '../../lib/wording.ts';
import {
  addressText,
  type Conclusion,
  type FailureThresholds,
  type FileReport,
  LEVELS,
  type Level,
  levelOf,
  type ReportSubject,
  reasonText,
} from './reporter.ts';

/** Results of one run that GitHub's code scanning takes. */
export const MAX_RESULTS = 25_000;

/** SARIF 2.1.0 (OASIS, 2020): a result for each row with a problem, at its line of the list. */
export function createSarifReport(reported: ReportSubject): FileReport {
  const levels = new Map(LEVELS.map((level) => [level, [] as object[]]));
  const rules = new Map<string, object>();
  let count = 0;
  return {
    add(judged, line) {
      const level = levelOf(judged, reported.thresholds);
      const results = level && levels.get(level);
      const { reason } = judged;
      if (!results || reason === 'empty') return;
      count += 1;
      if (!rules.has(reason)) rules.set(reason, ruleOf(reason));
      if (results.length < MAX_RESULTS) results.push(toResult(judged, line, level, reported));
    },
    text(conclusion) {
      const results = [...levels.values()].flat().slice(0, MAX_RESULTS);
      const left = count - results.length;
      const run = {
        tool: { driver: { ...DRIVER, rules: [...rules.values()] } },
        invocations: [invocationOf(conclusion, left)],
        results,
      };
      return sarifText(run);
    },
  };
}

/** A file of one run (§3.14). */
export function sarifText(run: object): string {
  return `${safeJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export const DRIVER = { name: 'mailvet', semanticVersion: version() } as const;

/** §3.49: one for each plain reason. */
function ruleOf(reason: Reason): object {
  const { meaning, advice } = explainReason(reason, undefined);
  return {
    id: reason,
    shortDescription: { text: meaning },
    ...(advice !== '' && { help: { text: advice } }),
  };
}

/** SARIF's word for a notice is `note` (§3.27.10). */
const SARIF_LEVELS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

function toResult(
  judged: JudgedAddress,
  line: number | undefined,
  level: Level,
  reported: ReportSubject,
): object {
  const { file } = reported;
  const where = file === undefined && line !== undefined ? ` on line ${line}` : '';
  const text = `${addressText(judged, reported)}${where}: ${reasonText(judged, reported)}`;
  const { reason, verdict, detail, score } = judged;
  return {
    ruleId: reason,
    level: SARIF_LEVELS[level],
    message: { text },
    ...baselineState(judged, reported.thresholds),
    ...(file !== undefined && { locations: [location(file, line)] }),
    properties: { verdict, ...(detail && { detail }), ...(score !== undefined && { score }) },
  };
}

/** §3.27.24 */
function baselineState(judged: JudgedAddress, { baseline }: FailureThresholds): object {
  return baseline ? { baselineState: baseline.covers(judged) ? 'unchanged' : 'new' } : {};
}

/** A path below the root is relative to it; another one is a file of the machine. */
export function location(file: string, line = 1, column?: number): object {
  const path = encodeURI(file).replace(/[?#]/g, encodeURIComponent);
  const isBelow = !file.startsWith('../') && !file.startsWith('/');
  const artifactLocation = isBelow ? { uri: path, uriBaseId: '%SRCROOT%' } : { uri: path };
  const region = { startLine: line, ...(column !== undefined && { startColumn: column }) };
  return { physicalLocation: { artifactLocation, region } };
}

/** §3.20: what the list as a whole fails, and how many results the file leaves out. */
function invocationOf({ shortfalls }: Conclusion, left: number): object {
  const more =
    left > 0 ? [{ level: 'warning', message: { text: `${counted(left)} more are left out` } }] : [];
  const failed = shortfalls.map((text) => ({
    level: 'error',
    message: { text: `Check failed: ${text}` },
  }));
  const toolExecutionNotifications = [...failed, ...more];
  return {
    executionSuccessful: true,
    ...(toolExecutionNotifications.length > 0 && { toolExecutionNotifications }),
  };
}
