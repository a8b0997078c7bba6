import { endsWithin } from '../../../lib/clock.ts';
import type { Hint } from '../../../lib/errors.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { maskAddress, maskAddresses, maskKeys } from '../../../lib/mask.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import type { Context } from '../../context.ts';
import { hintText } from '../../render/hint-text.ts';

/** The most urgent first. */
const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
type Severity = (typeof LEVELS)[number];

/** An event of serve.ts. Its further fields are written as they are. */
export interface LogEvent {
  readonly level: Severity;
  readonly event: string;
  readonly email?: string;
  readonly error?: unknown;
  readonly hint?: Hint | undefined;
}

export interface LogOptions {
  readonly level: Severity;
  readonly format: 'json' | 'text';
  /** False: addresses are masked. */
  readonly addresses: boolean;
}

/** Lines kept while stderr is blocked; beyond them lines are dropped, so that memory stays bounded. */
const MAX_WAITING = 10_000;
const FLUSH_MS = 2000;

export interface ServiceLog {
  readonly write: (entry: LogEvent) => void;
  /** Resolves when all is written, or after two seconds: a stalled reader must not delay the end. */
  flush(): Promise<void>;
}

/** Writes one line per event to stderr. Lines of a turn are written together: kept for longer, they become old garbage. */
export function serviceLog(
  { stderr, clock }: Pick<Context, 'stderr' | 'clock'>,
  options: LogOptions,
): ServiceLog {
  const most = LEVELS.indexOf(options.level);
  let waiting: string[] = [];
  let leftOut = 0;
  let writing: Promise<void> | undefined;

  function write(entry: LogEvent): void {
    if (LEVELS.indexOf(entry.level) > most) return;
    if (waiting.length >= MAX_WAITING) leftOut += 1;
    else waiting.push(lineOf(entry, clock.now(), options));
    writing ??= drain();
  }

  async function drain(): Promise<void> {
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      await stderr.write(lines.join(''));
      if (leftOut === 0) continue;
      const count = leftOut;
      leftOut = 0;
      const notice = { level: 'warn', event: 'log_lines_left_out', count } as const;
      waiting.push(lineOf(notice, clock.now(), options));
    }
    writing = undefined;
  }

  return {
    write,
    async flush() {
      if (writing) await endsWithin(writing, FLUSH_MS, clock);
    },
  };
}

export function lineOf(entry: LogEvent, now: number, options: LogOptions): string {
  const time = timeText(now);
  const hides = 'email' in entry || 'error' in entry;
  const said = entry.hint === undefined ? entry : { ...entry, hint: hintText(entry.hint) };
  const shown = hides ? { ...said, ...masked(entry, options) } : said;
  if (options.format === 'json') return `${safeJson({ time, ...shown })}\n`;
  const { level, event, ...others } = shown;
  const words = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${toWord(value)}`,
  );
  return `${[time, level.padEnd(5), event, ...words].join(' ')}\n`;
}

let lastTime = { now: Number.NaN, text: '' };

/** A busy service writes many lines in one millisecond. */
function timeText(now: number): string {
  if (lastTime.now !== now) lastTime = { now, text: isoTime(now) };
  return lastTime.text;
}

/** Fields that may hold addresses. */
function masked({ email, error }: LogEvent, { addresses }: LogOptions): object {
  const shown = (text: string) => maskKeys(addresses ? text : maskAddresses(text));
  return {
    ...(email === undefined ? {} : { email: addresses ? email : maskAddress(email) }),
    ...(error === undefined ? {} : { error: shown(toMessage(error)) }),
  };
}

/** With its stack: an error in the log is a bug, or a fault of the machine. */
function toMessage(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function toWord(value: unknown): string {
  const word = safeLine(String(value));
  return /^[^\s"=]+$/.test(word) ? word : JSON.stringify(word);
}
