import { type ErrorCode, isMailvetError } from '../../../errors.ts';

type Health = 'pass' | 'warn' | 'fail';

/** What one look at the surroundings found. */
export interface CheckReport {
  readonly check: string;
  readonly health: Health;
  readonly message: string;
  /** What can be done about it. */
  readonly hint?: string | undefined;
  /** The error behind a failure: it decides the exit code. */
  readonly code?: ErrorCode | undefined;
}

export type Check = () => Promise<Omit<CheckReport, 'check'>>;

/** Runs a check; what it throws is its finding. */
export async function runCheck(check: string, look: Check): Promise<CheckReport> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    if (!isMailvetError(error)) throw error;
    const { message, hint, code } = error;
    return { check, health: 'fail', message, hint, code };
  }
}

export function pass(message: string): Omit<CheckReport, 'check'> {
  return { health: 'pass', message };
}

export function warn(message: string, hint?: string): Omit<CheckReport, 'check'> {
  return { health: 'warn', message, hint };
}

export function findingLine({ check, health, message, hint }: CheckReport): string {
  const advice = hint === undefined ? '' : `\n      ${hint}`;
  return `${health.padEnd(4)}  ${check}: ${message}${advice}\n`;
}
