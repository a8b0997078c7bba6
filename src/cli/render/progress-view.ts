import type { Options } from 'cli-progress';
import type { Hint } from '../../lib/errors.ts';
import type { JobProgress } from '../../lists/run/job-run.ts';
import type { LiveLine } from '../context.ts';
import type { Invocation } from '../invocation.ts';
import { paletteFor } from '../io/terminal.ts';
import {
  type Backlog,
  createMoments,
  isLineDue,
  type Moments,
  type ProgressMode,
  type ProgressMoment,
  progressBar,
  progressJson,
  progressLine,
} from './progress.ts';
import { widthFor } from './table.ts';
import { printLines } from './wrap.ts';

/** Shows the progress of a job on stderr. */
export interface ProgressView {
  show(progress: JobProgress): Promise<void>;
  /** Prints a line for people above the bar. */
  say(text: Hint): Promise<void>;
  /** Runs a dialogue on the terminal; hides the bar meanwhile. */
  apart(dialogue: () => Promise<void>): Promise<void>;
  /** Restores the terminal. Shows nothing afterwards. */
  end(): Promise<void>;
}

/** `auto`: a bar on a terminal, lines elsewhere. Nothing with --quiet, but for `json`. */
export async function openProgress(
  invocation: Invocation,
  mode: ProgressMode,
  backlog?: Backlog | undefined,
): Promise<ProgressView> {
  const { globals, context } = invocation;
  if (globals.quiet && mode !== 'json') return SILENT;
  const moments = createMoments(context.clock, backlog);
  const asBar = mode === 'auto' && context.live.isLive;
  if (asBar) return await barView(invocation, moments);
  return lineView(invocation, moments, mode === 'json');
}

const SILENT: ProgressView = {
  show: async () => {},
  say: async () => {},
  apart: (dialogue) => dialogue(),
  end: async () => {},
};

function lineView(invocation: Invocation, moments: Moments, json: boolean): ProgressView {
  let last: ProgressMoment | undefined;
  return {
    async show(progress) {
      const moment = moments(progress);
      if (json ? sameCounts(last, moment) : !isLineDue(last, moment)) return;
      last = moment;
      const { stderr } = invocation.context;
      if (json) await stderr.write(`${progressJson(moment)}\n`);
      else await printLines(stderr, [progressLine(moment)]);
    },
    say: (words) => invocation.notice(words),
    apart: (dialogue) => dialogue(),
    end: async () => {},
  };
}

function sameCounts(last: ProgressMoment | undefined, now: ProgressMoment): boolean {
  return last !== undefined && countsText(last) === countsText(now);
}

function countsText({ done, sent, verdicts, waiting }: ProgressMoment): string {
  return JSON.stringify([done, sent, verdicts, waiting]);
}

/** cli-progress keeps the time of the frames; it draws through the live line, each in one write. */
async function barView(invocation: Invocation, moments: Moments): Promise<ProgressView> {
  const { SingleBar } = (await import('cli-progress')).default;
  const { live, stderr, env } = invocation.context;
  const palette = await paletteFor(stderr, env);
  const widthOf = await widthFor(['deliverable']);
  const style = { palette, widthOf };
  const options: Options & { readonly terminal: FrameTerminal } = {
    terminal: new FrameTerminal(live),
    format: (_options, _params, { moment }) => progressBar(moment, live.width, style),
    // The program handles signals: the bar must not.
    gracefulExit: false,
  };
  const bar = new SingleBar(options);
  let runs = false;
  const end = async () => {
    if (runs) bar.stop();
    runs = false;
    await live.clear();
  };
  return {
    async show(progress) {
      if (progress.total === 0) return;
      const moment = moments(progress);
      if (!runs) bar.start(moment.total, 0, { moment });
      runs = true;
      bar.update(moment.done, { moment });
    },
    say: (words) => invocation.notice(words),
    async apart(dialogue) {
      await end();
      await dialogue();
    },
    end,
  };
}

/** What cli-progress draws on. The live line erases, hides the cursor and knows the width. */
class FrameTerminal {
  readonly #live: LiveLine;

  constructor(live: LiveLine) {
    this.#live = live;
  }

  write(frame: string): void {
    void this.#live.show(frame);
  }

  isTTY(): boolean {
    return true;
  }

  getWidth(): number {
    return this.#live.width;
  }

  cursor(): void {}
  cursorSave(): void {}
  cursorRestore(): void {}
  cursorTo(): void {}
  clearLine(): void {}
  clearRight(): void {}
  lineWrapping(): void {}
  newline(): void {}
}
