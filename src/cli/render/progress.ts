import { VERDICTS } from '../../contract/verdict.ts';
import { ENGLISH_FORMATS } from '../../i18n/format.ts';
import type { Clock } from '../../lib/clock.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { safeJson } from '../../lib/safe-text.ts';
import type { ProviderWork } from '../../lib/time-left/rates.ts';
import { roundTimeLeft, type TimeLeft, TimeLeftEstimator } from '../../lib/time-left/time-left.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { JobProgress } from '../../lists/run/job-run.ts';
import { timeOfDay } from './time-of-day.ts';

/** How progress is shown. `auto`: a bar on a terminal, lines elsewhere. */
export const PROGRESS_MODES = ['auto', 'lines', 'json'] as const;
export type ProgressMode = (typeof PROGRESS_MODES)[number];

/** Progress at an instant of a run. */
export interface ProgressMoment extends JobProgress {
  /** Milliseconds since the run began. */
  readonly elapsed: number;
  /** Addresses done when the run began: a resumed job does not start at zero. */
  readonly doneBefore: number;
  readonly left: TimeLeft;
}

export type Moments = (progress: JobProgress) => ProgressMoment;

/** What is under way by provider, in batches by their ids. */
export type Backlog = (batches: ReadonlySet<string>) => readonly ProviderWork[];

/** The moments of a run, which begins with the first. */
export function createMoments(
  clock: Pick<Clock, 'monotonic' | 'now'>,
  backlog?: Backlog | undefined,
): Moments {
  const estimator = new TimeLeftEstimator();
  let began: number | undefined;
  let doneBefore = 0;
  return (progress) => {
    const at = clock.monotonic();
    if (began === undefined) {
      began = at;
      doneBefore = progress.done;
    }
    const { total, done, sent } = progress;
    const now = clock.now();
    const waits = progress.waiting.map(({ until, ...wait }) => ({
      ...wait,
      left: Math.max(0, until - now),
    }));
    const providers = backlog?.(new Set(progress.openBatches));
    const left = estimator.note({ at, total, done, sent, waits, providers });
    return { ...progress, doneBefore, elapsed: Math.round(at - began), left };
  };
}

/** `40 %: 4,000 of 10,000 addresses, 120/s, 50 s left (2,000 recorded: deliverable 1,600, risky 400)` */
export function progressLine(moment: ProgressMoment): string {
  const parts = [
    `${percentDone(moment)} %: ${countsText(moment)}`,
    rateText(moment),
    leftText(moment),
  ];
  const verdicts = recordedText(moment, verdictText(moment));
  const waits = waitingText(moment);
  return (
    parts.filter((part) => part !== '').join(', ') +
    (verdicts && ` (${verdicts})`) +
    (waits && `; ${waits}`)
  );
}

/** `4,000 of 10,000 addresses` */
export function countsText({ done, total }: Pick<JobProgress, 'done' | 'total'>): string {
  return `${counted(done)} of ${counted(total)} addresses`;
}

/** One JSON object for machines. Rates are addresses a second, times milliseconds; null = not known. */
export function progressJson(moment: ProgressMoment): string {
  const { total, done, sent, verdicts, elapsed } = moment;
  const waiting = moment.waiting.map(({ until, ...one }) => ({
    ...one,
    until: isoTime(until),
  }));
  const rate = computeRate(moment) ?? null;
  const left = moment.left.kind === 'time' ? roundTimeLeft(moment.left.left) : null;
  return safeJson({
    progress: { done, total, sent, rate, elapsedMs: elapsed, leftMs: left, verdicts, waiting },
  });
}

/** Whole per cent, rounded down: 100 means all of it. */
export function percentDone({ done, total }: JobProgress): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}

/** Addresses a second; undefined until there is enough to compute it from. */
function computeRate({ done, doneBefore, elapsed }: ProgressMoment): number | undefined {
  if (elapsed < 1000 || done <= doneBefore) return undefined;
  return ((done - doneBefore) * 1000) / elapsed;
}

/** `1,200/s`; empty until it is known. */
export function rateText(moment: ProgressMoment): string {
  const rate = computeRate(moment);
  if (rate === undefined) return '';
  return rate >= 10 ? `${counted(Math.round(rate))}/s` : `${rate.toFixed(1)}/s`;
}

/** `1 greylisted, next try 14:32` */
export function waitingText({ waiting }: JobProgress): string {
  return waiting
    .map(({ until, ...wait }) => `${waitText(wait)}, next try ${timeOfDay(until)}`)
    .join('; ');
}

/** `1 greylisted` */
export function waitingWords({ waiting }: JobProgress): string {
  return waiting.map(waitText).join(', ');
}

const WAIT_WORDS: Readonly<Record<string, string>> = {
  greylisted: 'greylisted',
  deferred: 'deferred by their mail server',
  blocked: 'refused by their provider',
};

function waitText(wait: { readonly reason: string; readonly count: number }): string {
  return `${counted(wait.count)} ${WAIT_WORDS[wait.reason] ?? 'waiting'}`;
}

/** `50 s left`, or what is waited for, for a narrow terminal. */
export function leftWord({ left }: ProgressMoment): string {
  if (left.kind === 'rest') return 'provider paused';
  return left.kind === 'hosts' ? 'slow servers' : timeLeftText(left);
}

/** The same in full. */
export function leftText({ left }: ProgressMoment): string {
  return timeLeftText(left);
}

/** Empty while nothing is known, and where all that is left waits for a time that is named elsewhere. */
function timeLeftText(left: TimeLeft): string {
  switch (left.kind) {
    case 'time':
      return `${roundedText(left.left)} left`;
    case 'rest':
      return `waiting for a provider, next try in ${roundedText(left.left)}`;
    case 'hosts':
      return `waiting for slow mail servers (${plural(left.count, 'address', 'addresses')})`;
    default:
      return '';
  }
}

function roundedText(ms: number): string {
  return ENGLISH_FORMATS.duration(roundTimeLeft(ms));
}

/** `2,000 recorded: deliverable 2,000`, where verdicts are of fewer addresses than are answered. */
export function recordedText({ done, verdicts: counts }: JobProgress, verdicts: string): string {
  const count = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  return count === 0 || count === done ? verdicts : `${counted(count)} recorded: ${verdicts}`;
}

function verdictText({ verdicts }: JobProgress): string {
  return VERDICTS.filter((verdict) => verdicts[verdict] > 0)
    .map((verdict) => `${verdict} ${counted(verdicts[verdict])}`)
    .join(', ');
}

const STEP_PERCENT = 10;
const STEP_MS = 30_000;

/** Whether a plain line is due: every 10 %, or every 30 s. */
export function isLineDue(last: ProgressMoment | undefined, now: ProgressMoment): boolean {
  if (!last) return now.done > 0 || now.elapsed >= STEP_MS;
  if (now.elapsed - last.elapsed >= STEP_MS) return true;
  if (last.waiting.length === 0 && now.waiting.length > 0) return true;
  return stepOf(now) > stepOf(last);
}

function stepOf(moment: ProgressMoment): number {
  return Math.floor(percentDone(moment) / STEP_PERCENT);
}
