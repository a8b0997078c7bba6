import { MINUTE_MS, SECOND_MS } from '../time-units.ts';

/** From which time on it is rounded, and to what. */
const STEPS: readonly (readonly [from: number, step: number])[] = [
  [10 * 60 * MINUTE_MS, 30 * MINUTE_MS],
  [60 * MINUTE_MS, 5 * MINUTE_MS],
  [5 * MINUTE_MS, MINUTE_MS],
  [MINUTE_MS, 10 * SECOND_MS],
  [0, 5 * SECOND_MS],
];

/** As exact as an estimate can be: to five seconds, ten seconds, minutes. */
export function roundTimeLeft(ms: number): number {
  const [, step] = STEPS.find(([from]) => ms >= from) ?? [0, 5 * SECOND_MS];
  return Math.max(step, Math.round(ms / step) * step);
}
