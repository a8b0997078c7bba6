import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapInSlices, type Pause, ReadTurns } from '../../src/service/read-turns.ts';

let time = 0;

function readTurns(): ReadTurns {
  return new ReadTurns(() => time);
}

/** Work that takes 3 ms for each of so many slices, and notes when each begins. */
function longWork(name: string, slices: number, noted: string[]) {
  return async (pause: Pause) => {
    for (let slice = 0; slice < slices; slice++) {
      noted.push(name);
      time += 3;
      await pause();
    }
  };
}

it('reads of one team run one after the other', async () => {
  const turns = readTurns();
  const noted: string[] = [];
  const run = (name: string) => turns.run({ teamId: 'ours', work: longWork(name, 3, noted) });
  await Promise.all([run('a'), run('b')]);
  expect(noted.join('')).toBe('aaabbb');
});

it('slices of teams take turns, however many reads one of them has', async () => {
  const turns = readTurns();
  const noted: string[] = [];
  const run = (teamId: string) => turns.run({ teamId, work: longWork(teamId, 3, noted) });
  await Promise.all([...Array.from({ length: 20 }, () => run('a')), run('b')]);
  expect(noted.join('').slice(0, 6)).toBe('ababab');
});

it('what arrives is answered between two slices', async () => {
  const turns = readTurns();
  const noted: string[] = [];
  const reading = turns.run({ teamId: 'a', work: longWork('a', 4, noted) });
  for (let turn = 0; turn < 30; turn++) await nextTurn();
  noted.push('-');
  await reading;
  expect(noted.join('')).toMatch(/^a+-a+$/);
});

it('a slice comes with each turn where turns are long', async () => {
  const turns = readTurns();
  const noted: string[] = [];
  let hasEnded = false;
  const reading = turns.run({ teamId: 'a', work: longWork('a', 10, noted) }).then(() => {
    hasEnded = true;
  });
  let count = 0;
  for (; !hasEnded; count++) {
    time += 25;
    await nextTurn();
  }
  await reading;
  expect(count).toBeLessThan(15);
});

it('short work is not interrupted', async () => {
  const turns = readTurns();
  let hasEnded = false;
  const items = Array.from({ length: 100 }, (_, n) => n);
  const read = turns.run({ teamId: 'a', work: (pause) => mapInSlices(items, pause, (n) => -n) });
  const ended = read.then(() => {
    hasEnded = true;
  });
  for (let turn = 0; turn < 25 && !hasEnded; turn++) await nextTurn();
  expect(hasEnded).toBe(true);
  await ended;
  expect(await read).toEqual(items.map((n) => -n));
});

it('a read that nobody waits for any more does not begin, and the next one does', async () => {
  const turns = readTurns();
  const noted: string[] = [];
  const gone = new AbortController();
  const first = turns.run({ teamId: 'a', work: longWork('a', 1, noted) });
  const second = turns.run({ teamId: 'a', work: longWork('b', 1, noted), signal: gone.signal });
  const third = turns.run({ teamId: 'a', work: longWork('c', 1, noted) });
  gone.abort();
  await expect(second).rejects.toThrow(/aborted/);
  await Promise.all([first, third]);
  expect(noted).toEqual(['a', 'c']);
});

it('a read that fails leaves its turn to the next one', async () => {
  const turns = readTurns();
  const fails = turns.run({ teamId: 'a', work: () => Promise.reject(new Error('broken')) });
  const goes = turns.run({ teamId: 'a', work: async () => 'fine' });
  await expect(fails).rejects.toThrow('broken');
  expect(await goes).toBe('fine');
});

it('reads of one team that would wait behind 200 others are refused', async () => {
  const turns = readTurns();
  const run = (teamId: string) => turns.run({ teamId, work: async () => teamId });
  const ours = Array.from({ length: 201 }, () => run('ours'));
  await expect(run('ours')).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(await run('theirs')).toBe('theirs');
  expect(await Promise.all(ours)).toHaveLength(201);
  expect(await run('ours')).toBe('ours');
});
