import type { Pace } from './list-pace.ts';

/** The first seconds of a round say nothing of its pace. */
const UNKNOWN_FOR_MS = 5000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `about 15 s left`, rounded as far as it can be trusted; empty while nothing is known. */
export function timeLeftText({ left, runningFor }: Pace): string {
  if (left === undefined || runningFor < UNKNOWN_FOR_MS) return '';
  return left < 5000 ? 'a few seconds left' : `about ${rounded(left)} left`;
}

function rounded(ms: number): string {
  if (ms < MINUTE) return `${Math.min(55, Math.ceil(ms / 5000) * 5)} s`;
  if (ms < HOUR) return `${Math.ceil(ms / MINUTE)} min`;
  const quarters = Math.ceil(ms / (15 * MINUTE));
  const [hours, rest] = [Math.floor(quarters / 4), (quarters % 4) * 15];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
