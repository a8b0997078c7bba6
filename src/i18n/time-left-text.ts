import { roundTimeLeft, type TimeLeft } from '../lib/time-left/time-left.ts';
import type { Texts } from './texts.ts';

/**
 * `1 min 40 s left`, or what is waited for; empty while nothing is known, and where all that is left
 * waits for a time that is named elsewhere.
 */
export function timeLeftText(text: Texts, found: TimeLeft): string {
  switch (found.kind) {
    case 'time':
      return text('timeLeft.left', { time: roundedText(text, found.left) });
    case 'rest':
      return text('timeLeft.rest', { time: roundedText(text, found.left) });
    case 'hosts':
      return text('timeLeft.hosts', { count: found.count });
    default:
      return '';
  }
}

function roundedText(text: Texts, ms: number): string {
  return text.duration(roundTimeLeft(ms));
}
