import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a program wrote at one moment. */
export interface Chunk {
  /** Seconds since the start. */
  readonly at: number;
  readonly text: string;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Runs a command line in a terminal of that size (script(1) of util-linux), as somebody with an empty home
 * would in a checkout that is built. Returns what it wrote.
 */
export function recordTerminal(command: string, { columns, rows }: TerminalSize): Chunk[] {
  const home = mkdtempSync(join(tmpdir(), 'mailvet-'));
  const folder = join(home, 'mailvet');
  try {
    layOut(folder);
    const inside = `stty cols ${columns} rows ${rows}; ${command}`;
    execFileSync('script', ['-q', '-e', '-c', inside, '-O', 'output', '-T', 'timing'], {
      cwd: folder,
      env: terminalUser(home),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return readChunks(join(folder, 'output'), join(folder, 'timing'));
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** What of a checkout the command needs: its program where npx finds it, and the list. */
function layOut(folder: string): void {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(ROOT, 'bin', 'mailvet.js'), join(bin, 'mailvet'));
  cpSync(join(ROOT, 'fixtures', 'contacts.csv'), join(folder, 'fixtures', 'contacts.csv'));
}

function terminalUser(home: string): NodeJS.ProcessEnv {
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  return { PATH, HOME: home, SHELL: '/bin/sh', TERM: 'xterm-256color', LANG: 'C.UTF-8' };
}

/** Of script(1): a first and a last line about itself, and a line "seconds bytes" for each write. */
function readChunks(output: string, timing: string): Chunk[] {
  const bytes = readFileSync(output);
  let offset = bytes.indexOf('\n') + 1;
  let at = 0;
  const decoder = new TextDecoder();
  return readFileSync(timing, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [delay = 0, size = 0] = line.split(' ').map(Number);
      at += delay;
      const text = decoder.decode(bytes.subarray(offset, offset + size), { stream: true });
      offset += size;
      return { at, text };
    });
}
