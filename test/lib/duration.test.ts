import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/lib/duration.ts';

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    [' 5m ', 300_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['30', '', 's', '-5s', '5 parsecs', '1e3s', '5M'])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0.0 s'],
    [1234, '1.2 s'],
    [12_400, '12 s'],
    [60_000, '1 min'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
  ])('writes %d ms for people', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
