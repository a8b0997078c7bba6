import { findDetailReason } from '../../contract/detail-reasons.ts';
import type { Verdict } from '../../contract/verdict.ts';
import type { ListSummary } from '../../formats/report/summarise.ts';
import type { JudgedAddress } from '../../formats/write/judged-row.ts';
import { maskAddresses, maskCell } from '../../lib/mask.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { lowerFirst } from '../../lib/wording.ts';
import type { Baseline } from '../baseline.ts';

/** The list that a reporter reports on. */
export interface ReportSubject {
  /** The list's name for people. */
  readonly name: string;
  /** Its path for annotations, as the report's reader knows it; undefined for stdin and arguments. */
  readonly file: string | undefined;
  readonly thresholds: FailureThresholds;
  /** Masks the local parts of addresses. */
  readonly redact: boolean;
}

/** The list's totals and failed thresholds. */
export interface Conclusion {
  readonly summary: ListSummary;
  /** The thresholds that the list fails, a sentence each. */
  readonly shortfalls: readonly string[];
}

/** Collects results as they stream by; its memory is bounded. */
export interface Reporter {
  /** `line` is the physical line of the list (from 1) on which the row starts, if there is one. */
  add(judged: JudgedAddress, line: number | undefined): void;
  end(conclusion: Conclusion): Promise<void>;
}

/** A report that is written as a file. */
export interface FileReport {
  add(judged: JudgedAddress, line: number | undefined): void;
  text(conclusion: Conclusion): string;
}

/** The address for one line of a report. */
export function addressText({ email }: JudgedAddress, { redact }: ReportSubject): string {
  const text = safeLine(email);
  return (redact ? maskCell(text) : shortened(text)) || '(empty)';
}

/** The longest address (RFC 5321 §4.5.3.1.3); other text may be longer and is cut. */
const LONGEST = 256;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** `undeliverable (mailbox)`; a full mailbox is no missing one. */
export function verdictText(judged: JudgedAddress): string {
  return `${judged.verdict} (${isFull(judged) ? 'full' : judged.reason})`;
}

/** Why, in words, with what the fine reason adds, and the service's error where that is the reason. */
export function reasonText(judged: JudgedAddress, { redact }: ReportSubject): string {
  const { error, score, suggestion } = judged;
  const parts = [
    verdictText(judged),
    ...fineWords(judged),
    ...(isFull(judged) ? ['verify it again in some weeks'] : []),
    ...(score === undefined ? [] : [`score ${score}`]),
    ...(error === undefined ? [] : [shortened(safeLine(error))]),
    ...(suggestion === undefined ? [] : [`did you mean ${safeLine(suggestion)}?`]),
  ];
  const text = parts.join(', ');
  return redact ? maskAddresses(text) : text;
}

/** What a fine reason adds, such as that the mailbox exists, but is full. */
function fineWords({ reason, detail }: JudgedAddress): string[] {
  const fine = findDetailReason(detail ?? '');
  return fine?.reason === reason && detail !== reason ? [lowerFirst(fine.meaning)] : [];
}

/** The thresholds that a single result can fail. */
export interface FailureThresholds {
  readonly failOn: readonly Verdict[];
  readonly minScore: number | undefined;
  /** What it covers does not fail. */
  readonly baseline?: Baseline | undefined;
}

/** The levels of GitHub's annotations, worst first. */
export const LEVELS = ['error', 'warning', 'notice'] as const;
export type Level = (typeof LEVELS)[number];

const LEVEL_OF: Readonly<Record<Verdict, Level | undefined>> = {
  undeliverable: 'error',
  risky: 'warning',
  unknown: 'notice',
  deliverable: undefined,
};

/**
 * The level of a result's annotation; undefined for a good result. With `--fail-on` or `--min-score`
 * only results that fail them are errors: other undeliverable addresses are warnings.
 */
export function levelOf(judged: JudgedAddress, thresholds: FailureThresholds): Level | undefined {
  const { failOn, minScore } = thresholds;
  if (judged.verdict === undefined) return undefined;
  if (failOn.length === 0 && minScore === undefined) {
    return isFull(judged) ? 'warning' : LEVEL_OF[judged.verdict];
  }
  if (falls(judged, thresholds)) return 'error';
  return judged.verdict === 'undeliverable' ? 'warning' : LEVEL_OF[judged.verdict];
}

/** The mailbox exists: it may take mail again in some weeks. */
function isFull({ verdict, detail }: JudgedAddress): boolean {
  return verdict === 'undeliverable' && detail === 'full';
}

function falls(judged: JudgedAddress, { failOn, minScore, baseline }: FailureThresholds): boolean {
  const { verdict, score } = judged;
  if (verdict !== undefined && failOn.includes(verdict) && !baseline?.covers(judged)) return true;
  if (minScore === undefined || (score ?? 0) >= minScore) return false;
  return !baseline?.coversScore(judged);
}
