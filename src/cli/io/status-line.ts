import type { Env, Output } from '../context.ts';

/** One line on a terminal that is overwritten, and cleared at the end. */
export interface StatusLine {
  show(text: string): Promise<void>;
  clear(): Promise<void>;
}

/** Returns to the first column and clears the line. */
export const CLEAR_LINE = '\r\x1b[K';

export const NO_STATUS: StatusLine = { show: async () => {}, clear: async () => {} };

/** True for a terminal that can overwrite a line. */
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
