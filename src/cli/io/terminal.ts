import type { Readable, Writable } from 'node:stream';
import type { ChalkInstance } from 'chalk';
import type { Verdict } from '../../contract/verdict.ts';
import type { Context, Env, Input, LiveLine, Output } from '../context.ts';
import { unwritable } from './file-place.ts';

/** The reader of stdout has gone (`| head`): the run ends without an error. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/**
 * Writes in order and waits for the reader. Rejects with ClosedPipe once its reader has gone, and
 * with `input` where the stream can't be written (a full disk).
 */
export function toOutput(stream: Writable & { isTTY?: boolean; columns?: number }): Output {
  let broken: Error | undefined;
  stream.on('error', (error) => {
    broken ??= asStreamError(error);
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
    stream,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        stream.write(chunk, (error) => (error ? reject(asStreamError(error)) : resolve()));
      }),
  };
}

/** An output that must never stop the work: text that stderr does not take is dropped. */
export function ignoreWriteErrors(output: Output): Output {
  return withWrite(output, (chunk) => output.write(chunk).catch(() => {}));
}

/** The same output, written to in another way. Its width may change. */
function withWrite(output: Output, write: Output['write']): Output {
  const { isTTY, stream } = output;
  return {
    isTTY,
    get columns() {
      return output.columns;
    },
    stream,
    write,
  };
}

export function toInput(stream: Readable & { isTTY?: boolean }): Input {
  return { isTTY: stream.isTTY === true, stream };
}

/** True for the error of a write without a reader. */
export function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'EOF';
}

function asStreamError(error: Error): Error {
  return isGone(error)
    ? new ClosedPipe('the reader of stdout has gone')
    : unwritable('stdout', error);
}

/**
 * Whether the locale of the terminal has ASCII at most: `C`, `POSIX`, and character sets other than UTF-8
 * (`LC_ALL` before `LC_CTYPE` before `LANG`). One that names no character set, or no locale at all, says nothing.
 */
export function isAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Env): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  if (locale === 'C' || locale === 'POSIX') return true;
  const charset = /\.([^@]+)/.exec(locale)?.[1];
  return charset !== undefined && !/^utf-?8$/i.test(charset);
}

/** The ASCII form of our symbols, for terminals without UTF-8. Foreign text is not changed. */
const ASCII: Readonly<Record<string, string>> = {
  '█': '#',
  '▇': '#',
  '▆': '#',
  '▅': '#',
  '▄': '=',
  '▃': '=',
  '▂': '-',
  '▁': '-',
  '▉': '#',
  '▊': '#',
  '▋': '=',
  '▌': '=',
  '▍': '-',
  '▎': '-',
  '▏': '-',
  '░': '.',
  '✓': '+',
  '✗': 'x',
  '→': '->',
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '×': 'x',
  '·': '|',
  '␣': '_',
  '⠋': '|',
  '⠙': '/',
  '⠹': '-',
  '⠸': '\\',
  '⠼': '|',
  '⠴': '/',
  '⠦': '-',
  '⠧': '\\',
  '⠇': '|',
  '⠏': '/',
};

const SYMBOLS = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'gu');

/** A text of ours in ASCII. */
export function asciiText(text: string): string {
  return text.replace(SYMBOLS, (symbol) => ASCII[symbol] ?? symbol);
}

/** A text of ours as the terminal can show it. */
export function inLocale(env: Env, text: string): string {
  return isAsciiLocale(env) ? asciiText(text) : text;
}

/** Writes text in ASCII. Bytes are a file's, and stay. */
export function asciiOutput(output: Output): Output {
  return withWrite(output, (chunk) =>
    output.write(typeof chunk === 'string' ? asciiText(chunk) : chunk),
  );
}

/**
 * True when colours belong on this output. NO_COLOR wins, then FORCE_COLOR and CLICOLOR_FORCE, then
 * CLICOLOR=0, then the terminal (no-color.org, bixense.com/clicolors).
 */
export function wantsColour(output: Output, env: Context['env']): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return isOn(env.FORCE_COLOR);
  if (env.CLICOLOR_FORCE && isOn(env.CLICOLOR_FORCE)) return true;
  if (env.CLICOLOR === '0') return false;
  return output.isTTY && env.TERM !== 'dumb';
}

const isOn = (value: string) => value !== '0' && value !== 'false';

/** Colours a text by its meaning; returns it unchanged where colours are off. */
export interface Palette {
  verdict(verdict: Verdict, text: string): string;
  bold(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  doubtful(text: string): string;
  bad(text: string): string;
}

/** The palette without colours. */
export const PLAIN: Palette = {
  verdict: (_verdict, text) => text,
  bold: (text) => text,
  faint: (text) => text,
  good: (text) => text,
  doubtful: (text) => text,
  bad: (text) => text,
};

/** Loads chalk only where colours are on. */
export async function paletteFor(output: Output, env: Context['env']): Promise<Palette> {
  if (!wantsColour(output, env)) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    verdict: (verdict, text) => chalk[COLOURS[verdict]](text),
    bold: (text) => chalk.bold(text),
    faint: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    doubtful: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
  };
}

const COLOURS = {
  deliverable: 'green',
  risky: 'yellow',
  undeliverable: 'red',
  unknown: 'gray',
} as const satisfies Record<Verdict, keyof ChalkInstance>;

/** True for a terminal that can write over a line. */
function isLive(output: Output, env: Env): boolean {
  return output.isTTY && env.TERM !== 'dumb';
}

const ERASE = '\r\x1b[K';
const ERASE_RIGHT = '\x1b[K';
const HIDE_CURSOR = '\x1b[?25l';
/** DECTCEM. */
export const SHOW_CURSOR = '\x1b[?25h';

/** The line of the terminal that `stderr` writes to. */
export function createLiveLine(stderr: Output, env: Env): LiveLine {
  return isLive(stderr, env) ? new TerminalLine(stderr) : NO_LIVE_LINE;
}

const NO_LIVE_LINE: LiveLine = {
  isLive: false,
  width: 0,
  show: async () => {},
  clear: async () => {},
  spin: () => ({ [Symbol.asyncDispose]: async () => {} }),
  above: (output) => output,
};

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SPINNER_MS = 100;

/** Columns of a terminal that does not say. */
const DEFAULT_COLUMNS = 80;

class TerminalLine implements LiveLine {
  readonly isLive = true;
  readonly #terminal: Output;
  #frame = '';
  #isDrawn = false;
  /** Text stands on the last line that has no end yet: nothing is drawn over it. */
  #isMidLine = false;

  constructor(terminal: Output) {
    this.#terminal = terminal;
  }

  get width(): number {
    return (this.#terminal.columns ?? DEFAULT_COLUMNS) - 1;
  }

  async show(frame: string): Promise<void> {
    if (frame === this.#frame && this.#isDrawn) return;
    const start = this.#frame === '' ? HIDE_CURSOR : '';
    this.#frame = frame;
    if (this.#isMidLine) return;
    this.#isDrawn = true;
    await this.#terminal.write(`${start}\r${frame}${ERASE_RIGHT}`);
  }

  async clear(): Promise<void> {
    if (this.#frame === '') return;
    const erase = this.#isDrawn ? ERASE : '';
    this.#frame = '';
    this.#isDrawn = false;
    await this.#terminal.write(`${erase}${SHOW_CURSOR}`);
  }

  spin(text: () => string): AsyncDisposable {
    let turn = 0;
    const timer = setInterval(() => {
      const sign = SPINNER[turn++ % SPINNER.length];
      void this.show(`${sign} ${text()}`.slice(0, this.width));
    }, SPINNER_MS).unref();
    return {
      [Symbol.asyncDispose]: async () => {
        clearInterval(timer);
        await this.clear();
      },
    };
  }

  above(output: Output): Output {
    return output.isTTY ? withWrite(output, (chunk) => output.write(this.#around(chunk))) : output;
  }

  #around(chunk: string | Uint8Array): string | Uint8Array {
    if (chunk.length === 0) return chunk;
    const before = this.#isDrawn ? ERASE : '';
    this.#isMidLine = !endsLine(chunk);
    this.#isDrawn = this.#frame !== '' && !this.#isMidLine;
    const behind = this.#isDrawn ? this.#frame : '';
    if (before === '' && behind === '') return chunk;
    if (typeof chunk === 'string') return `${before}${chunk}${behind}`;
    return Buffer.concat([Buffer.from(before), chunk, Buffer.from(behind)]);
  }
}

function endsLine(chunk: string | Uint8Array): boolean {
  return typeof chunk === 'string' ? chunk.endsWith('\n') : chunk.at(-1) === 0x0a;
}
