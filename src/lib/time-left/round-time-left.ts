const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** From which time on it is rounded, and to what. */
const STEPS: readonly (readonly [from: number, step: number])[] = [
  [10 * 60 * MINUTE, 30 * MINUTE],
  [60 * MINUTE, 5 * MINUTE],
  [5 * MINUTE, MINUTE],
  [MINUTE, 10 * SECOND],
  [0, 5 * SECOND],
];

/** As exact as an estimate can be: to five seconds, ten seconds, minutes. */
export function roundTimeLeft(ms: number): number {
  const [, step] = STEPS.find(([from]) => ms >= from) ?? [0, 5 * SECOND];
  return Math.max(step, Math.round(ms / step) * step);
}
