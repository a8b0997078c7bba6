/** What somebody sees: a terminal that is looked at after each write. */
import xterm from '@xterm/headless';

export class TerminalScreen {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  /** The screen after each write, without empty lines at its end. */
  readonly frames: string[] = [];
  #written: Promise<void> = Promise.resolve();

  constructor(columns: number) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows: 40, allowProposedApi: true });
  }

  write(chunk: string | Uint8Array): void {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    this.#written = this.#written.then(async () => {
      // A terminal in its usual mode begins a new line at its start.
      await new Promise<void>((done) => this.#terminal.write(text.replaceAll('\n', '\r\n'), done));
      this.frames.push(this.#lines().join('\n').trimEnd());
    });
  }

  async settled(): Promise<void> {
    await this.#written;
  }

  #lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: active.length },
      (_, at) => active.getLine(at)?.translateToString(true) ?? '',
    );
  }
}
