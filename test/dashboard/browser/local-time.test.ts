import { expect, it } from 'vitest';
import { localTimes } from '../../../src/dashboard/browser/local-time.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

it.each([
  ['en', 'UTC', '2026-11-28T09:05:00Z', 'today 09:05'],
  ['en', 'UTC', '2026-11-27T23:59:00Z', 'yesterday 23:59'],
  ['en', 'UTC', '2026-11-29T00:00:00Z', 'tomorrow 00:00'],
  ['en', 'UTC', '2026-11-26T12:00:00Z', '26 Nov, 12:00'],
  ['en', 'UTC', '2025-12-31T12:00:00Z', '31 Dec 2025, 12:00'],
  ['de', 'Europe/Berlin', '2026-11-28T09:05:00Z', 'heute 10:05'],
  ['de', 'UTC', '2026-11-26T12:00:00Z', '26. Nov., 12:00'],
  ['fr', 'UTC', '2026-11-29T12:00:00Z', 'demain 12:00'],
  ['fr', 'UTC', '2026-12-01T12:00:00Z', '1 déc., 12:00'],
  ['ja', 'Asia/Tokyo', '2026-11-28T09:05:00Z', '今日 18:05'],
  ['ja', 'UTC', '2026-11-26T12:00:00Z', '11月26日 12:00'],
])('says in %s and %s of %s: %s', (language, zone, at, text) => {
  expect(localTimes(language, zone)(new Date(at), NOW)).toBe(text);
});

it('the day is that of the zone: what is today in UTC may be tomorrow there', () => {
  const at = new Date('2026-11-28T16:00:00Z');
  expect(localTimes('en', 'Asia/Tokyo')(at, NOW)).toBe('tomorrow 01:00');
  expect(localTimes('en', 'America/Lima')(at, NOW)).toBe('today 11:00');
});

it('the year is that of the zone', () => {
  const now = new Date('2027-01-03T12:00:00Z');
  const at = new Date('2026-12-31T22:00:00Z');
  expect(localTimes('en', 'UTC')(at, now)).toBe('31 Dec 2026, 22:00');
  expect(localTimes('en', 'Asia/Tokyo')(at, now)).toBe('1 Jan, 07:00');
});
