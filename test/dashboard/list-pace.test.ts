import { expect, it } from 'vitest';
import { ListPaces } from '../../src/dashboard/list-pace.ts';
import type { ListRecord } from '../../src/service/lists/list-ports.ts';
import { manualClock } from '../support/manual-clock.ts';

const clock = manualClock();
const START = clock.now();

function listAt(processedCount: number): ListRecord {
  return {
    id: 'list_1',
    name: 'list.csv',
    folder: null,
    createdBy: 'ada@example.com',
    createdAt: START,
    status: 'running',
    size: 0,
    form: null,
    counts: null,
    verdicts: { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 },
    totalCount: 1000,
    processedCount,
    isRetry: false,
    portions: 1,
    sent: 1,
    startedAt: START,
    endedAt: null,
    waitsFor: null,
    error: null,
  };
}

it('estimates the time left by the last minutes, at first by all of the round', () => {
  const paces = new ListPaces(clock);
  expect(paces.note(listAt(0)).left).toBeUndefined();
  clock.advance(5000);
  expect(paces.note(listAt(100)).left).toBe(45_000);
  clock.advance(15_000);
  expect(paces.note(listAt(200)).left).toBe(80_000);
  for (let minute = 0; minute < 4; minute++) {
    clock.advance(60_000);
    paces.note(listAt(260 + 60 * minute));
  }
  expect(paces.note(listAt(440)).left).toBe(560_000);
});

it('says for how long nothing has happened', () => {
  const paces = new ListPaces(clock);
  paces.note(listAt(10));
  clock.advance(30_000);
  expect(paces.note(listAt(10)).quietFor).toBe(30_000);
  expect(paces.note(listAt(11)).quietFor).toBe(0);
});

it('begins anew with each round', () => {
  const paces = new ListPaces(clock);
  paces.note(listAt(900));
  clock.advance(20_000);
  expect(paces.note(listAt(0)).left).toBeUndefined();
});
