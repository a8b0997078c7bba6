import { type ErrorCode, isMailvetError } from '../../../errors.ts';
import { type Palette, PLAIN } from '../../io/colour.ts';
import { hintText } from '../../render/hint-text.ts';
import type { Say } from '../../render/say.ts';

type Health = 'pass' | 'warn' | 'fail';

/** The report of one check. */
export interface CheckReport {
  readonly check: string;
  /** The egress that it is about, where several are set up. */
  readonly egress?: string | undefined;
  readonly health: Health;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The error behind a failure, which decides the exit code. */
  readonly code?: ErrorCode | undefined;
}

export type Check = () => Promise<Omit<CheckReport, 'check' | 'egress'>>;

/** Runs a check; an error that it throws becomes its report. */
export async function runCheck(check: string, look: Check): Promise<CheckReport> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    if (!isMailvetError(error)) throw error;
    const { message, code } = error;
    const hint = error.hint === undefined ? undefined : hintText(error.hint);
    return { check, health: 'fail', message, hint, code };
  }
}

export function pass(message: string): Omit<CheckReport, 'check'> {
  return { health: 'pass', message };
}

export function warn(message: string, hint?: string): Omit<CheckReport, 'check'> {
  return { health: 'warn', message, hint };
}

/** One line, or two with a hint. In colours a sign stands for the health, elsewhere its word. */
export function findingLine(finding: CheckReport, palette: Palette, say: Say): string {
  const { check, egress, health, message, hint } = finding;
  const what = egress === undefined ? say(check) : `${egress}, ${say(check)}`;
  const sign = palette === PLAIN ? say(health).padEnd(4) : SIGNS[health](palette);
  const indent = ' '.repeat(palette === PLAIN ? 6 : 3);
  const advice = hint === undefined ? '' : `\n${indent}${palette.faint(hint)}`;
  return `${sign}  ${what}: ${message}${advice}\n`;
}

const SIGNS: Record<Health, (palette: Palette) => string> = {
  pass: ({ good }) => good('✓'),
  warn: ({ doubtful }) => doubtful('!'),
  fail: ({ bad }) => bad('✗'),
};
