import { findDetailReason } from '../../contract/detail-reasons.ts';
import type { ListSummary } from '../../formats/report/summarise.ts';
import type { AddressOutcome } from '../../formats/write/outcome.ts';
import { maskAddresses, maskCell } from '../../lib/mask.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { lowerFirst } from '../../lib/wording.ts';
import { type FailureThresholds, isFull } from './level.ts';

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
  add(outcome: AddressOutcome, line: number | undefined): void;
  end(conclusion: Conclusion): Promise<void>;
}

/** The address for one line of a report. */
export function addressText({ email }: AddressOutcome, { redact }: ReportSubject): string {
  const text = safeLine(email);
  return (redact ? maskCell(text) : shortened(text)) || '(empty)';
}

/** The longest address (RFC 5321 §4.5.3.1.3); other text may be longer and is cut. */
const LONGEST = 256;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** `undeliverable (mailbox)`; a full mailbox is no missing one. */
export function verdictText(outcome: AddressOutcome): string {
  return `${outcome.verdict} (${isFull(outcome) ? 'full' : outcome.reason})`;
}

/** Why, in words, with what the fine reason adds, and the service's error where that is the reason. */
export function reasonText(outcome: AddressOutcome, { redact }: ReportSubject): string {
  const { error, score, suggestion } = outcome;
  const parts = [
    verdictText(outcome),
    ...fineWords(outcome),
    ...(isFull(outcome) ? ['verify it again in some weeks'] : []),
    ...(score === undefined ? [] : [`score ${score}`]),
    ...(error === undefined ? [] : [shortened(safeLine(error))]),
    ...(suggestion === undefined ? [] : [`did you mean ${safeLine(suggestion)}?`]),
  ];
  const text = parts.join(', ');
  return redact ? maskAddresses(text) : text;
}

/** What a fine reason adds, such as that the mailbox exists, but is full. */
function fineWords({ reason, detail }: AddressOutcome): string[] {
  const fine = findDetailReason(detail ?? '');
  return fine?.reason === reason && detail !== reason ? [lowerFirst(fine.meaning)] : [];
}
