import { expect, test } from 'vitest';
import { PLAIN, paletteFor } from '../../../src/cli/io/terminal.ts';
import {
  createMoments,
  isLineDue,
  type ProgressMoment,
  progressBar,
  progressJson,
  progressLine,
} from '../../../src/cli/render/progress.ts';
import { manualClock } from '../../support/manual-clock.ts';

const STYLE = { palette: PLAIN, widthOf: ({ length }: string) => length };
const NONE = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };

function moment(changes: Partial<ProgressMoment>): ProgressMoment {
  const nothing = { total: 10_000, done: 0, sent: 0, verdicts: NONE, openBatches: [], waiting: [] };
  return { ...nothing, elapsed: 0, doneBefore: 0, left: { kind: 'unknown' }, ...changes };
}

const leftIn = (left: number) => ({ kind: 'time', left }) as const;

test('a line tells share, counts, rate, time left and verdicts', () => {
  const verdicts = { ...NONE, deliverable: 3000, risky: 400 };
  const line = progressLine(
    moment({ done: 4000, elapsed: 40_000, verdicts, left: leftIn(61_000) }),
  );
  expect(line).toBe(
    '40 %: 4,000 of 10,000 addresses, 100/s, 1 min left (3,400 recorded: deliverable 3,000, risky 400)',
  );
});

test('the rate of a resumed job counts what was done in this run', () => {
  const line = progressLine(moment({ done: 5000, doneBefore: 4000, elapsed: 100_000 }));
  expect(line).toContain('5,000 of 10,000 addresses, 10/s');
});

test('the time of a run does not depend on the clock being set', () => {
  const clock = manualClock();
  const toMoment = createMoments(clock);
  toMoment(moment({ done: 1000 }));
  clock.advance(10_000);
  clock.adjust(-60 * 60_000);
  expect(toMoment(moment({ done: 1500 }))).toMatchObject({ elapsed: 10_000, doneBefore: 1000 });
});

test('the time left is estimated as time goes by, by what is known of providers', () => {
  const clock = manualClock();
  const work = { provider: 'mx.example', open: 500, waiting: 0, settled: 100, closedFor: 90_000 };
  const asked: ReadonlySet<string>[] = [];
  const toMoment = createMoments(clock, (batches) => {
    asked.push(batches);
    return [work];
  });
  toMoment(moment({ total: 1000, sent: 1000, openBatches: ['batch_1'] }));
  for (let second = 1; second <= 10; second++) {
    clock.advance(1000);
    toMoment(moment({ total: 1000, sent: 1000, done: second * 10 }));
  }
  const last = toMoment(moment({ total: 1000, sent: 1000, done: 100 }));
  expect(asked[0]).toEqual(new Set(['batch_1']));
  expect(progressLine(last)).toBe(
    '10 %: 100 of 1,000 addresses, 10/s, waiting for a provider, next try in 1 min 30 s',
  );
});

test('an empty job is done', () => {
  expect(progressLine(moment({ total: 0 }))).toBe('100 %: 0 of 0 addresses');
});

test('machines get numbers, null for what is not known', () => {
  expect(JSON.parse(progressJson(moment({ sent: 1000 })))).toEqual({
    progress: {
      done: 0,
      total: 10_000,
      sent: 1000,
      rate: null,
      elapsedMs: 0,
      leftMs: null,
      verdicts: NONE,
      waiting: [],
    },
  });
});

const at = (hour: number, minute: number) => new Date(2026, 10, 22, hour, minute).getTime();
const greylisted = { reason: 'greylisted', count: 1, until: at(14, 32) };

test('the bar says what is waited for and until when', () => {
  const verdicts = { ...NONE, deliverable: 9999 };
  const last = moment({ done: 9999, elapsed: 30_000, verdicts, waiting: [greylisted] });
  expect(progressBar(last, 119, STYLE)).toBe(
    ` ${'█'.repeat(24)} 99 % | 9,999/10,000 | 1 greylisted, next try 14:32 | 333/s | deliverable 9,999`,
  );
});

test('a line and the JSON say what is waited for, too', () => {
  const refused = { reason: 'blocked', count: 1200, until: at(15, 5) };
  const both = moment({
    done: 5000,
    elapsed: 50_000,
    left: leftIn(50_000),
    waiting: [greylisted, refused],
  });
  expect(progressLine(both)).toBe(
    '50 %: 5,000 of 10,000 addresses, 100/s, 50 s left; ' +
      '1 greylisted, next try 14:32; 1,200 refused by their provider, next try 15:05',
  );
  expect(JSON.parse(progressJson(both)).progress.waiting).toEqual([
    { ...greylisted, until: new Date(greylisted.until).toISOString() },
    { ...refused, until: new Date(refused.until).toISOString() },
  ]);
});

test('a line is due when a wait begins', () => {
  const before = moment({ done: 1000 });
  expect(isLineDue(before, moment({ done: 1000, waiting: [greylisted] }))).toBe(true);
});

test.for([
  { when: 'nothing has happened', last: undefined, now: { elapsed: 5 }, due: false },
  { when: 'the first addresses are done', last: undefined, now: { done: 1 }, due: true },
  { when: '10 % more are done', last: { done: 999 }, now: { done: 1000 }, due: true },
  { when: 'less than 10 % more are done', last: { done: 1000 }, now: { done: 1999 }, due: false },
  { when: '30 s have passed', last: { elapsed: 1 }, now: { elapsed: 30_001 }, due: true },
])('when $when, a line is due: $due', ({ last, now, due }) => {
  expect(isLineDue(last && moment(last), moment(now))).toBe(due);
});

const busy = moment({
  done: 4000,
  elapsed: 40_000,
  left: leftIn(60_000),
  verdicts: { deliverable: 3000, risky: 400, undeliverable: 590, unknown: 10 },
});

test('the bar has what fits, and drops parts in an order as the terminal gets narrower', () => {
  const lines = [150, 100, 80, 60, 30, 13, 3].map((width) => progressBar(busy, width, STYLE));
  expect(lines).toEqual([
    ` ${'█'.repeat(10)}${'░'.repeat(14)} 40 % | 4,000/10,000 | 100/s | 1 min left | deliverable 3,000, risky 400, undeliverable 590, unknown 10`,
    ` ${'█'.repeat(10)}${'░'.repeat(14)} 40 % | 4,000/10,000 | 100/s | 1 min left | ✓ 3,000 ! 400 ✗ 590 ? 10`,
    ` ${'█'.repeat(5)}${'░'.repeat(7)} 40 % | 4,000/10,000 | 1 min left | ✓ 3,000 ! 400 ✗ 590 ? 10`,
    ' 40 % | 4,000/10,000 | 1 min left | ✓ 3,000 ! 400 ✗ 590 ? 10',
    ' 40 % | 4,000/10,000',
    ' 40 %',
    '40',
  ]);
});

test('at a width verdicts are always words, or always signs, whatever the numbers', () => {
  const counts = [1, 60, 4000, 990_000].map((most) =>
    moment({
      total: 4_000_000,
      done: most * 4,
      elapsed: 40_000,
      left: leftIn(most * 1000),
      verdicts: { deliverable: most, risky: most, undeliverable: most, unknown: most },
    }),
  );
  const waiting = counts.map((one) => ({
    ...one,
    left: { kind: 'hosts', count: 12_000 } as const,
    waiting: [greylisted],
  }));
  for (let width = 40; width <= 200; width++) {
    const lines = [...counts, ...waiting].map((one) => progressBar(one, width, STYLE));
    const [inWords, inSigns] = [/deliverable/, /✓/].map((has) =>
      lines.filter((line) => has.test(line)),
    );
    expect(Math.min(inWords?.length ?? 0, inSigns?.length ?? 0), `${width}`).toBe(0);
  }
});

test('no width is exceeded', () => {
  for (let width = 1; width < 200; width++)
    expect(progressBar(busy, width, STYLE).length).toBeLessThanOrEqual(width);
});

test('the verdicts of the bar are coloured', async () => {
  const output = { isTTY: true } as Parameters<typeof paletteFor>[0];
  const palette = await paletteFor(output, { FORCE_COLOR: '1' });
  expect(progressBar(busy, 80, { ...STYLE, palette })).toContain('\x1b[32m✓ 3,000\x1b[39m');
});
