import { VERDICTS } from '../contract/verdict.ts';
import type { PlainMessageId } from '../i18n/catalogue.ts';
import type { Texts } from '../i18n/texts.ts';
import { timeLeftText } from '../i18n/time-left-text.ts';
import type { TimeLeft } from '../lib/time-left/time-left.ts';
import { MINUTE_MS } from '../lib/time-units.ts';
import { shareOf } from '../lib/wording.ts';
import type { ListRecord, ListWait } from '../service/lists/list-ports.ts';
import {
  countedUnit,
  judgedRows,
  rowsToJudge,
  uncheckedRows,
} from '../service/lists/list-totals.ts';
import type { PartWait } from '../service/parts/part-queue.ts';
import { nextMonth } from '../service/teams/teams.ts';
import type { ListProgress, StatusBadge } from './browser/live-data.ts';

/** The parts of the bar: what is not checked yet comes last. */
export const BAR_PARTS = [...VERDICTS, 'unchecked'] as const;
export type BarPart = (typeof BAR_PARTS)[number];

/** A list as it is shown. */
export interface ShownList extends ListRecord {
  /** Rows that have an answer, known before their verdicts are read; absent: those that have a verdict. */
  readonly answered?: number | undefined;
}

/** Rows that have a verdict, or an answer whose verdict is not read yet. */
export function checkedRows(list: ShownList): number {
  return Math.max(judgedRows(list), list.answered ?? 0);
}

/** A list as a page shows it while it runs. */
export interface ListProgressView extends ListProgress<BarPart> {
  readonly status: ListRecord['status'];
  readonly badge: ListBadge;
  readonly processedCount: number;
  readonly totalCount: number;
}

/** What is known beside the list. */
interface ProgressContext {
  readonly left: TimeLeft;
  /** Nothing has happened for this long. */
  readonly quietFor: number;
  /** What its open batches wait for, as far as this process knows. */
  readonly waits: readonly PartWait[];
  /** A provider that refuses more and more sessions; absent: none does. */
  readonly braked?: string | undefined;
  /** Of its team, in verifications a month; null: unlimited. */
  readonly quota: number | null;
  readonly now: number;
}

/** Shares of less say little while a list runs. */
const LEAST_SHARE = 0.05;
const LEAST_ROWS = 200;
/** A shorter time is not shown: it passes before anybody reads it. */
const LEAST_LEFT_MS = 7500;
/** Without a result for this long, hosts make us wait. */
const QUIET_MS = 20_000;

export function isOver({ status }: Pick<ListRecord, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Whether it changes without anybody's action. */
export function isMoving({ status }: ListRecord): boolean {
  return status === 'running' || status === 'uploading';
}

export function progressOf(
  text: Texts,
  list: ShownList,
  context: ProgressContext,
): ListProgressView {
  const { status, processedCount, totalCount, startedAt, counts } = list;
  const checked = checkedRows(list);
  const rows = Math.max(checked, counts ? rowsToJudge(counts) : 0);
  const parts = { ...list.verdicts, unchecked: rows - checked };
  const hasShares = isOver(list) || (checked >= LEAST_ROWS && checked >= rows * LEAST_SHARE);
  const shown = BAR_PARTS.map((part) => {
    const share = hasShares ? text.percent(shareOf(parts[part], rows)) : '';
    return [part, { count: text.number(parts[part]), share }];
  });
  return {
    status,
    processedCount,
    totalCount,
    ended: isOver(list),
    stamp: [status, startedAt, counts !== null, list.judgedBy].join(' '),
    badge: badgeOf(text, list),
    text: progressText(text, list, { rows, checked, ...context }),
    waits: waitText(text, list, context),
    checked,
    total: rows,
    verdicts: Object.fromEntries(shown) as ListProgressView['verdicts'],
    shares: barShares(list, rows),
    safe: safeText(text, list, checked),
  };
}

/**
 * Percent of a bar. It takes the colours of verdicts once mail servers have answered for some of it:
 * what is no address is found first, and would make each bar begin red.
 */
export function barShares(list: ShownList, rows: number): readonly number[] {
  const { verdicts } = list;
  const [checked, judged] = [checkedRows(list), judgedRows(list)];
  const isColoured =
    isOver(list) || (judged > verdicts.undeliverable && judged >= rows * LEAST_SHARE);
  const shown = VERDICTS.map((verdict) => (isColoured ? verdicts[verdict] : 0));
  const plain = isColoured ? checked - judged : checked;
  return [...shown, plain, rows - checked].map((part) => shareOf(part, rows) * 100);
}

type ListBadge = StatusBadge<ListRecord['status'] | 'paused'>;

export function badgeOf(text: Texts, list: ListRecord): ListBadge {
  if (!isPaused(list)) return { kind: list.status, name: text(STATUS_NAMES[list.status]) };
  return { kind: 'paused', name: text(`common.paused_${list.waitsFor}`) };
}

const STATUS_NAMES = {
  uploading: 'common.reading',
  choosing_column: 'common.choose_column',
  ready: 'common.ready_to_start',
  running: 'common.running',
  completed: 'common.completed',
  cancelled: 'common.cancelled',
} as const satisfies Readonly<Record<ListRecord['status'], PlainMessageId>>;

/** Nothing more of it is sent until somebody acts, or a month has passed. */
function isPaused(
  list: ListRecord,
): list is ListRecord & { readonly waitsFor: Exclude<ListWait, 'open_batches'> } {
  return list.status === 'running' && list.waitsFor !== null && list.waitsFor !== 'open_batches';
}

interface CountedProgress extends ProgressContext {
  readonly rows: number;
  readonly checked: number;
}

function progressText(
  text: Texts,
  list: ListRecord,
  { rows, checked, left, waits }: CountedProgress,
): string {
  const { status, isRetry, processedCount, totalCount, waitsFor } = list;
  const unchecked = uncheckedRows(list);
  const unit = countedUnit(list.counts);
  const ofRows = text('listProgress.of_units', { unit, count: rows });
  if (isOver(list)) {
    return unchecked === 0
      ? text('listProgress.checked', { rows: text('listProgress.units', { unit, count: rows }) })
      : text('listProgress.not_checked', { count: unchecked, of_rows: ofRows });
  }
  const done =
    isRetry && unchecked === 0
      ? text('listProgress.checked_again', { count: processedCount, total: totalCount })
      : text('listProgress.checked_of', { count: checked, of_rows: ofRows });
  const isStuck = status !== 'running' || waitsFor !== null || waits.length > 0;
  const isEnding = left.kind === 'time' && left.left < LEAST_LEFT_MS;
  const isSaid = !isStuck && !isEnding && processedCount < totalCount;
  const rest = isSaid ? timeLeftText(text, left) : '';
  return rest === '' ? done : text('listProgress.with_time', { done, left: rest });
}

function waitText(text: Texts, list: ListRecord, context: ProgressContext): string {
  const { status, waitsFor, processedCount, totalCount } = list;
  if (status !== 'running') return '';
  if (waitsFor === 'quota') return quotaText(text, context);
  if (waitsFor) return text(`listProgress.waits_${waitsFor}`);
  if (processedCount >= totalCount) return '';
  const { quietFor, waits, braked } = context;
  if (braked !== undefined) return text('listProgress.waits_braked', { provider: braked });
  const [first] = waits;
  if (first) return hostsText(text, waits);
  return quietFor > QUIET_MS ? text('listProgress.waits_quietly') : '';
}

function quotaText(text: Texts, { quota, now }: ProgressContext): string {
  const day = text.dayOfYear(nextMonth(now));
  return text('listProgress.waits_quota', { count: quota ?? 0, day });
}

/** What the addresses wait for that are asked again later, the soonest first. */
function hostsText(text: Texts, waits: readonly PartWait[]): string {
  const soonest = Math.min(...waits.map(({ left }) => left));
  const time = text.duration(Math.max(1, Math.round(soonest / MINUTE_MS)) * MINUTE_MS);
  return text('listProgress.waits_for_hosts', {
    count: waits.reduce((sum, wait) => sum + wait.count, 0),
    why: waits.every(({ reason }) => reason === 'greylisted') ? 'greylisted' : 'slowed',
    next:
      soonest < MINUTE_MS / 2
        ? text('listProgress.in_a_moment')
        : text('listProgress.in_about', { time }),
  });
}

/** Who can be written to, and the bounces to expect with no row left out. */
function safeText(text: Texts, { verdicts, counts, status }: ListRecord, rows: number) {
  const { deliverable, undeliverable } = verdicts;
  const unit = (counts?.duplicates ?? 0) > 0 ? 'row' : 'person';
  const safe = text('listProgress.safe', { unit, count: deliverable });
  const percent = Math.round(shareOf(undeliverable, rows) * 100);
  return {
    rows: deliverable,
    count: text.number(deliverable),
    text: status === 'running' ? text('listProgress.safe_so_far', { safe }) : safe,
    // Dead addresses that need no probe come first: what is checked so far tells nothing of the rest.
    bounces: deliverable === 0 || status === 'running' ? '' : bouncesText(text, percent),
  };
}

function bouncesText(text: Texts, percent: number): string {
  if (percent < 1) return text('listProgress.few_would_bounce');
  return text('listProgress.would_bounce', { percent });
}
