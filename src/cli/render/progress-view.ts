import type { SingleBar } from 'cli-progress';
import type { JobProgress } from '../../jobs/job-run.ts';
import type { Invocation } from '../invocation.ts';
import { CLEAR_LINE, isLive } from '../io/status-line.ts';
import {
  barNotes,
  isLineDue,
  type ProgressMode,
  type ProgressMoment,
  progressJson,
  progressLine,
} from './progress.ts';

/** Shows the progress of a job on stderr. */
export interface ProgressView {
  show(progress: JobProgress): Promise<void>;
  /** Prints a line for people above the bar. */
  say(text: string): Promise<void>;
  /** Lets whole lines be written, which on a terminal share the screen with the bar. */
  beside(write: () => Promise<void>): Promise<void>;
  /** Runs a dialogue on the terminal; hides the bar meanwhile. */
  apart(dialogue: () => Promise<void>): Promise<void>;
  /** Restores the terminal. Shows nothing afterwards. */
  end(): void;
}

/** `auto`: a bar on a terminal, lines elsewhere. Nothing at all with --quiet. */
export async function openProgress(
  invocation: Invocation,
  mode: ProgressMode,
): Promise<ProgressView> {
  const { globals, context } = invocation;
  if (globals.quiet) return SILENT;
  const moments = createMoments(context.clock);
  const asBar = mode === 'auto' && isLive(context.stderr, context.env);
  if (asBar) return await barView(invocation, moments);
  return lineView(invocation, moments, mode === 'json');
}

const SILENT: ProgressView = {
  show: async () => {},
  say: async () => {},
  beside: (write) => write(),
  apart: (dialogue) => dialogue(),
  end: () => {},
};

type Moments = (progress: JobProgress) => ProgressMoment;

function createMoments(clock: { now(): number }): Moments {
  let began: number | undefined;
  let doneBefore = 0;
  return (progress) => {
    if (began === undefined) {
      began = clock.now();
      doneBefore = progress.done;
    }
    return { ...progress, doneBefore, elapsed: clock.now() - began };
  };
}

function lineView(invocation: Invocation, moments: Moments, json: boolean): ProgressView {
  const render = json ? progressJson : progressLine;
  let last: ProgressMoment | undefined;
  return {
    async show(progress) {
      const moment = moments(progress);
      if (json ? sameCounts(last, moment) : !isLineDue(last, moment)) return;
      last = moment;
      await invocation.context.stderr.write(`${render(moment)}\n`);
    },
    say: (text) => invocation.notice(text),
    beside: (write) => write(),
    apart: (dialogue) => dialogue(),
    end: () => {},
  };
}

function sameCounts(last: ProgressMoment | undefined, now: ProgressMoment): boolean {
  const same = last !== undefined && last.done === now.done && last.sent === now.sent;
  return same && JSON.stringify(last.waiting) === JSON.stringify(now.waiting);
}

/** DECSC. In the end cli-progress goes back to where it saved the cursor, and clears that line. */
const SAVE_CURSOR = '\x1b7';

async function barView(invocation: Invocation, moments: Moments): Promise<ProgressView> {
  const { SingleBar } = (await import('cli-progress')).default;
  const { stream, write } = invocation.context.stderr;
  const bar = new SingleBar({
    stream: stream as NodeJS.WritableStream,
    format: '{bar} {percentage} % | {value}/{total} | {notes}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: false,
    clearOnComplete: true,
    // The program handles signals: the bar must not.
    gracefulExit: false,
  });
  const { started, stopped } = createBarSwitch(bar);
  const beside: ProgressView['beside'] = async (writeLines) => {
    // Makes room for lines: cli-progress draws the bar anew below them.
    await write(CLEAR_LINE);
    await writeLines();
    await write(SAVE_CURSOR);
  };
  return {
    async show(progress) {
      if (progress.total === 0) return;
      const moment = moments(progress);
      started(moment.total);
      bar.update(moment.done, { notes: barNotes(moment) });
    },
    say: (text) => beside(async () => void (await invocation.notice(text))),
    beside,
    async apart(dialogue) {
      stopped();
      await dialogue();
    },
    end: stopped,
  };
}

function createBarSwitch(bar: SingleBar) {
  let runs = false;
  const started = (total: number) => {
    if (!runs) bar.start(total, 0, { notes: '' });
    runs = true;
  };
  const stopped = () => {
    if (runs) bar.stop();
    runs = false;
  };
  return { started, stopped };
}
