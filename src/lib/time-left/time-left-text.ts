import { formatDuration } from '../duration.ts';
import { plural } from '../wording.ts';
import type { TimeLeft } from './time-left.ts';

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

/** `5 s`, not `5.0 s`: it is no measurement. */
function roundedText(ms: number): string {
  return formatDuration(roundTimeLeft(ms)).replace(/\.0 s$/, ' s');
}

/** The same for a narrow terminal. */
export function timeLeftWord(found: TimeLeft): string {
  if (found.kind === 'rest') return 'provider rests';
  return found.kind === 'hosts' ? 'slow servers' : timeLeftText(found);
}

/**
 * `1 min 40 s left`, or what is waited for; empty while nothing is known, and where all that is left
 * waits for a time that is named elsewhere.
 */
export function timeLeftText(found: TimeLeft): string {
  switch (found.kind) {
    case 'time':
      return `${roundedText(found.left)} left`;
    case 'rest':
      return `waiting for a provider, next try in ${roundedText(found.left)}`;
    case 'hosts':
      return `waiting for slow mail servers (${plural(found.count, 'address', 'addresses')})`;
    default:
      return '';
  }
}
