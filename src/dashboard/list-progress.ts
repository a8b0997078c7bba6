import { VERDICTS } from '../contract/verdict.ts';
import type { PlainMessageId } from '../i18n/catalogue.ts';
import type { Texts } from '../i18n/texts.ts';
import type { TimeLeft } from '../lib/time-left/time-left.ts';
import { timeLeftText } from '../lib/time-left/time-left-text.ts';
import { counted, percent, plural, shareOf } from '../lib/wording.ts';
import type { PartWait } from '../service/batches/part-queue.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';
import {
  countedUnit,
  judgedRows,
  rowsToJudge,
  uncheckedRows,
} from '../service/lists/list-totals.ts';
import { nextMonth } from '../service/teams/quota.ts';
import { ENGLISH } from './english.ts';

/** The parts of the bar: what is not checked yet comes last. */
export const BAR_PARTS = [...VERDICTS, 'unchecked'] as const;
export type BarPart = (typeof BAR_PARTS)[number];

/** What is shown of a part: `3,315`, and its share of all rows, empty where that would say little. */
interface PartText {
  readonly count: string;
  readonly share: string;
}

/** A list as a page shows it while it runs: the script puts these texts in their places. */
export interface ListProgressView {
  readonly status: ListRecord['status'];
  readonly processedCount: number;
  readonly totalCount: number;
  readonly ended: boolean;
  /** Differs as soon as the page has to be drawn anew. */
  readonly stamp: string;
  readonly badge: StatusBadge;
  /** `3,100 of 4,985 rows checked, about 3 min left`. */
  readonly text: string;
  /** What is waited for, a sentence; empty when it gets on. */
  readonly waits: string;
  /** Rows that are checked, and all of them. */
  readonly checked: number;
  readonly total: number;
  readonly verdicts: Readonly<Record<BarPart, PartText>>;
  /** Percent of the bar, in the order of BAR_PARTS. */
  readonly shares: readonly number[];
  /** `3,315 people are safe to send to`, in two parts. */
  readonly safe: {
    readonly rows: number;
    readonly count: string;
    readonly text: string;
    readonly bounces: string;
  };
}

/** What is known beside the list. */
export interface ProgressContext {
  readonly left: TimeLeft;
  /** For so long nothing has happened. */
  readonly quietFor: number;
  /** What its open batches wait for, as far as this process knows. */
  readonly waits: readonly PartWait[];
  /** Of its team, in verifications a month; null: unlimited. */
  readonly quota: number | null;
  readonly now: number;
}

/** Shares of less say little while a list runs. */
const LEAST_SHARE = 0.05;
const LEAST_ROWS = 200;
/** Without a result for so long, hosts make us wait. */
const QUIET_MS = 20_000;

export function isOver({ status }: Pick<ListRecord, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed';
}

/** Whether it changes by itself. */
export function isMoving({ status }: Pick<ListRecord, 'status'>): boolean {
  return status === 'running' || status === 'uploading';
}

export function progressOf(list: ListRecord, context: ProgressContext): ListProgressView {
  const { status, processedCount, totalCount, startedAt, counts } = list;
  const parts = { ...list.verdicts, unchecked: uncheckedRows(list) };
  const checked = judgedRows(list);
  const rows = Math.max(checked, counts ? rowsToJudge(counts) : 0);
  const hasShares = isOver(list) || (checked >= LEAST_ROWS && checked >= rows * LEAST_SHARE);
  const shown = BAR_PARTS.map((part) => {
    const share = hasShares ? percent(shareOf(parts[part], rows)) : '';
    return [part, { count: counted(parts[part]), share }];
  });
  return {
    status,
    processedCount,
    totalCount,
    ended: isOver(list),
    stamp: [status, startedAt, counts !== null].join(' '),
    badge: badgeOf(list),
    text: progressText(list, { rows, checked }, context),
    waits: waitText(list, context),
    checked,
    total: rows,
    verdicts: Object.fromEntries(shown) as ListProgressView['verdicts'],
    shares: BAR_PARTS.map((part) => shareOf(parts[part], rows) * 100),
    safe: safeText(list, { rows: checked, hasShares }),
  };
}

/** A state in words, and the kind by which it is coloured. */
export interface StatusBadge {
  readonly kind: ListRecord['status'] | 'paused';
  readonly name: string;
}

export function badgeOf(
  list: Pick<ListRecord, 'status' | 'waitsFor'>,
  text: Texts = ENGLISH,
): StatusBadge {
  if (!isPaused(list)) return { kind: list.status, name: text(STATUS_NAMES[list.status]) };
  const { waitsFor } = list;
  const name = text(waitsFor === 'quota' ? 'common.paused_quota' : 'common.paused_storage');
  return { kind: 'paused', name };
}

const STATUS_NAMES = {
  receiving: 'common.incomplete',
  uploading: 'common.reading',
  choosing_column: 'common.choose_column',
  ready: 'common.ready_to_start',
  running: 'common.running',
  completed: 'common.completed',
  cancelled: 'common.cancelled',
  failed: 'common.failed',
} as const satisfies Readonly<Record<ListRecord['status'], PlainMessageId>>;

/** Nothing more of it is sent until somebody acts, or a month has passed. */
function isPaused({ status, waitsFor }: Pick<ListRecord, 'status' | 'waitsFor'>): boolean {
  return status === 'running' && (waitsFor === 'quota' || waitsFor === 'storage');
}

interface Rows {
  readonly rows: number;
  readonly checked: number;
}

function progressText(list: ListRecord, rows: Rows, { left, waits }: ProgressContext): string {
  const { status, isRetry, processedCount, totalCount, waitsFor } = list;
  const unchecked = uncheckedRows(list);
  if (isOver(list)) {
    if (unchecked === 0) return `${plural(rows.rows, ...countedUnit(list.counts))} checked`;
    return `${counted(unchecked)} of ${plural(rows.rows, ...countedUnit(list.counts))} not checked`;
  }
  const done =
    isRetry && unchecked === 0
      ? `${counted(processedCount)} of ${plural(totalCount, 'address', 'addresses')} checked again`
      : `${counted(rows.checked)} of ${plural(rows.rows, ...countedUnit(list.counts))} checked`;
  const isStuck = status !== 'running' || waitsFor !== null || waits.length > 0;
  const rest = isStuck || processedCount >= totalCount ? '' : timeLeftText(left);
  return rest === '' ? done : `${done}, ${rest}`;
}

function waitText(list: ListRecord, context: ProgressContext): string {
  const { status, waitsFor, processedCount, totalCount } = list;
  if (status !== 'running') return '';
  if (waitsFor === 'quota') return quotaText(context);
  if (waitsFor) return WAITS[waitsFor];
  if (processedCount >= totalCount) return '';
  const { quietFor, waits } = context;
  const [first] = waits;
  if (first) return hostsText(waits);
  return quietFor > QUIET_MS ? QUIET : '';
}

const WAITS = {
  open_batches: 'Waiting for another list of your team to finish.',
  storage:
    "Paused: your team's storage is full. Continues when lists or API batches are deleted, or when the limit is raised.",
} as const;

const QUIET =
  'Some mail servers answer slowly, or asked us to come back in a few minutes. Nothing to do: the list finishes by itself.';

function quotaText({ quota, now }: ProgressContext): string {
  const date = new Date(nextMonth(now));
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const used =
    quota === null ? "this month's verifications" : `this month's ${plural(quota, 'verification')}`;
  return `Paused: your team has used ${used}. Continues on ${day}, or when an owner raises the quota.`;
}

/** What the addresses wait for that are asked again later, the soonest first. */
function hostsText(waits: readonly PartWait[]): string {
  const count = waits.reduce((sum, wait) => sum + wait.count, 0);
  const soonest = Math.min(...waits.map(({ left }) => left));
  const asked = count === 1 ? '1 address waits' : `${counted(count)} addresses wait`;
  const next = soonest < 30_000 ? 'in a moment' : `in about ${roughly(soonest)}`;
  const why = waits.every(({ reason }) => reason === 'greylisted')
    ? 'their mail servers asked us to come back later'
    : 'their mail servers slowed us down';
  return `${asked}: ${why}. Next try ${next}. Nothing to do: the list finishes by itself.`;
}

function roughly(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** The bounces to expect with no row left out; those of a checked list are under one in a hundred. */
function safeText(
  { verdicts, counts, status }: ListRecord,
  { rows, hasShares }: { readonly rows: number; readonly hasShares: boolean },
) {
  const { deliverable, undeliverable } = verdicts;
  const unit =
    (counts?.duplicates ?? 0) > 0
      ? deliverable === 1
        ? 'row is'
        : 'rows are'
      : deliverable === 1
        ? 'person is'
        : 'people are';
  const soFar = status === 'running' ? ' so far' : '';
  const before = Math.round(shareOf(undeliverable, rows) * 100);
  return {
    rows: deliverable,
    count: counted(deliverable),
    text: `${unit} safe to send to${soFar}`,
    bounces:
      deliverable === 0 || !hasShares
        ? ''
        : before < 1
          ? 'Expected bounces: under 1 %'
          : `Expected bounces: ${before} % → under 1 %`,
  };
}
