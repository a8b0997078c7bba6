import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { ENGLISH_FORMATS } from '../../i18n/format.ts';
import type { Clock } from '../../lib/clock.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { safeJson } from '../../lib/safe-text.ts';
import type { ProviderWork } from '../../lib/time-left/rates.ts';
import { roundTimeLeft, type TimeLeft, TimeLeftEstimator } from '../../lib/time-left/time-left.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { JobProgress } from '../../lists/run/job-run.ts';
import { type Palette, PLAIN } from '../io/terminal.ts';
import type { WidthOf } from './wrap.ts';

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
export function createMoments(clock: Clock, backlog?: Backlog | undefined): Moments {
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
export function countsText({ done, total }: JobProgress): string {
  return `${counted(done)} of ${counted(total)} addresses`;
}

/** One JSON object for machines. Rates are addresses a second, times milliseconds; null = not known. */
export function progressJson(moment: ProgressMoment): string {
  const { total, done, sent, verdicts, elapsed } = moment;
  const waiting = moment.waiting.map(({ until, ...one }) => ({ ...one, until: isoTime(until) }));
  const rate = computeRate(moment) ?? null;
  const left = moment.left.kind === 'time' ? roundTimeLeft(moment.left.left) : null;
  return safeJson({
    progress: { done, total, sent, rate, elapsedMs: elapsed, leftMs: left, verdicts, waiting },
  });
}

/** Whole per cent, rounded down: 100 means all of it. */
function percentDone({ done, total }: JobProgress): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}

/** Addresses a second; undefined until there is enough to compute it from. */
function computeRate({ done, doneBefore, elapsed }: ProgressMoment): number | undefined {
  if (elapsed < 1000 || done <= doneBefore) return undefined;
  return ((done - doneBefore) * 1000) / elapsed;
}

/** `1,200/s`; empty until it is known. */
function rateText(moment: ProgressMoment): string {
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
function waitingWords({ waiting }: JobProgress): string {
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
function leftWord({ left }: ProgressMoment): string {
  if (left.kind === 'rest') return 'provider paused';
  return left.kind === 'hosts' ? 'slow servers' : timeLeftText(left);
}

/** The same in full. */
function leftText({ left }: ProgressMoment): string {
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
function recordedText({ done, verdicts: counts }: JobProgress, verdicts: string): string {
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

/** `14:32`, by the clock of this machine. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A part of the line; empty where there is nothing to say. */
type Part = (moment: ProgressMoment, style: ProgressBarStyle) => string;

/** How the line is written: with which colours and characters. */
interface ProgressBarStyle {
  readonly palette: Palette;
  readonly widthOf: WidthOf;
}

/**
 * The progress of a list as one line of at most `width` characters. As the terminal gets narrower,
 * the rate goes, the bar, the verdicts, the time left.
 */
export function progressBar(
  moment: ProgressMoment,
  width: number,
  style: ProgressBarStyle,
): string {
  const fits = (parts: readonly Part[]) =>
    style.widthOf(joined(parts, moment, { ...style, palette: PLAIN })) <= width;
  const layouts = width >= WORDS_FROM ? [...WIDE, ...NARROW] : NARROW;
  const parts = layouts.find(fits);
  return parts ? joined(parts, moment, style) : percent(moment, style).slice(0, width).trimEnd();
}

function joined(parts: readonly Part[], moment: ProgressMoment, style: ProgressBarStyle): string {
  const texts = parts.map((part) => part(moment, style));
  return ` ${texts.filter((text) => text !== '').join(' | ')}`;
}

const percent: Part = (moment) => `${percentDone(moment)} %`;

const bar =
  (cells: number): Part =>
  (moment, style) => {
    const full = Math.round((percentDone(moment) / 100) * cells);
    return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${percent(moment, style)}`;
  };

const count: Part = ({ done, total }) => `${counted(done)}/${counted(total)}`;
const waits: Part = waitingText;
const waitsShort: Part = waitingWords;
const rate: Part = rateText;
const left: Part = leftText;
const leftShort: Part = leftWord;

const verdicts =
  (name: (verdict: Verdict) => string, between: string): Part =>
  (moment, { palette }) =>
    recordedText(
      moment,
      VERDICTS.filter((verdict) => moment.verdicts[verdict] > 0)
        .map((verdict) =>
          palette.verdict(verdict, `${name(verdict)} ${counted(moment.verdicts[verdict])}`),
        )
        .join(between),
    );

const words = verdicts((verdict) => verdict, ', ');
const signs = verdicts((verdict) => SIGNS[verdict], ' ');

const SIGNS = {
  deliverable: '✓',
  risky: '!',
  undeliverable: '✗',
  unknown: '?',
} as const satisfies Record<Verdict, string>;

/** From this width on verdicts are words. They never change with the numbers, only with the terminal. */
const WORDS_FROM = 110;

/** From full to short. */
const WIDE: readonly (readonly Part[])[] = [
  [bar(24), count, waits, rate, left, words],
  [bar(24), count, waits, left, words],
  [bar(12), count, waits, left, words],
  [bar(12), count, waitsShort, leftShort, words],
  [percent, count, waitsShort, leftShort, words],
  [percent, count, words],
];

const NARROW: readonly (readonly Part[])[] = [
  [bar(24), count, waits, rate, left, signs],
  [bar(24), count, waits, left, signs],
  [bar(12), count, waits, left, signs],
  [bar(12), count, waitsShort, leftShort, signs],
  [percent, count, waitsShort, leftShort, signs],
  [percent, count, waitsShort, leftShort],
  [percent, count, waitsShort],
  [percent, count],
  [percent],
];
