import { VERDICTS, type Verdict } from '../contract/verdict.ts';
import { formatDuration } from '../lib/duration.ts';
import { counted, percent, shareOf } from '../lib/wording.ts';
import type { ListRecord, ListWait } from '../service/lists/list-ports.ts';
import type { Pace } from './list-pace.ts';

/** A list as a page shows it while it runs: the script puts these texts in their places. */
export interface ListProgressView {
  readonly status: ListRecord['status'];
  readonly processedCount: number;
  readonly totalCount: number;
  readonly ended: boolean;
  /** `1,200 of 50,000 addresses, 3 min 5 s left`. */
  readonly text: string;
  /** What is waited for, a sentence; empty when it gets on. */
  readonly waits: string;
  readonly verdicts: Readonly<Record<Verdict, { readonly count: string; readonly share: string }>>;
  /** Percent of the bar. */
  readonly shares: readonly number[];
}

const WAITS: Readonly<Record<ListWait, string>> = {
  quota:
    'Waiting for quota: the verifications of this month are used up. It goes on next month, or when the quota is raised.',
  open_batches: 'Waiting until other batches of the team have ended.',
  storage:
    "Waiting for storage: the team's is full. It goes on when batches or lists are deleted, or the limit is raised.",
};

const HOSTS =
  'Waiting for mail hosts: some answer only a second try, minutes after the first (greylisting).';
/** Without a result for so long, hosts make us wait. */
const QUIET_MS = 20_000;

export function isOver({ status }: Pick<ListRecord, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed';
}

/** Whether it changes by itself. */
export function isMoving({ status }: Pick<ListRecord, 'status'>): boolean {
  return status === 'running' || status === 'uploading';
}

export function progressOf(list: ListRecord, pace: Pace): ListProgressView {
  const { status, processedCount, totalCount, verdicts } = list;
  const total = judgedRows(list);
  const shown = VERDICTS.map((verdict) => {
    const share = percent(shareOf(verdicts[verdict], total));
    return [verdict, { count: counted(verdicts[verdict]), share }];
  });
  return {
    status,
    processedCount,
    totalCount,
    ended: isOver(list),
    text: progressText(list, pace),
    waits: waitText(list, pace),
    verdicts: Object.fromEntries(shown) as ListProgressView['verdicts'],
    shares: VERDICTS.map((verdict) => shareOf(verdicts[verdict], total) * 100),
  };
}

/** Rows that have a verdict by now. */
export function judgedRows({ verdicts }: Pick<ListRecord, 'verdicts'>): number {
  return VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
}

function progressText({ processedCount, totalCount }: ListRecord, { left }: Pace): string {
  const done = `${counted(processedCount)} of ${counted(totalCount)} addresses`;
  const isDone = processedCount >= totalCount;
  return left === undefined || isDone ? done : `${done}, ${formatDuration(left)} left`;
}

function waitText({ status, waitsFor, processedCount, totalCount }: ListRecord, pace: Pace) {
  if (status !== 'running') return '';
  if (waitsFor) return WAITS[waitsFor];
  return pace.quietFor > QUIET_MS && processedCount < totalCount ? HOSTS : '';
}
