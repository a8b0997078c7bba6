import type { Env, Output } from '../context.ts';

/** One line on a terminal that is written over, and gone in the end. */
export interface StatusLine {
  show(text: string): Promise<void>;
  clear(): Promise<void>;
}

/** Back to the first column, and nothing left of what stood there. */
export const CLEAR_LINE = '\r\x1b[K';

export const NO_STATUS: StatusLine = { show: async () => {}, clear: async () => {} };

/** True for a terminal that can write over a line. */
export function isLive(output: Output, env: Env): boolean {
  return output.isTTY && env.TERM !== 'dumb';
}

export function statusLine(output: Output, env: Env): StatusLine {
  if (!isLive(output, env)) return NO_STATUS;
  return {
    show: (text) => output.write(`${CLEAR_LINE}${text}`),
    clear: () => output.write(CLEAR_LINE),
  };
}
