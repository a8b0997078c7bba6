import type { Env, LiveLine, Output } from '../context.ts';

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
    if (!output.isTTY) return output;
    return {
      isTTY: true,
      get columns() {
        return output.columns;
      },
      stream: output.stream,
      write: (chunk) => output.write(this.#around(chunk)),
    };
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
