import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/lib/fair-queue.ts';

const BOUNDS: ConstructorParameters<typeof FairQueue>[0] = {
  running: 1,
  waitingOfKey: 5,
  waiting: 8,
};

/** Who got their turn, in order, and who was refused. */
function watched(bounds = BOUNDS) {
  const queue = new FairQueue(bounds);
  const log: string[] = [];
  const running: string[] = [];
  const enter = (key: string, isTrusted = false) =>
    void queue.enter({ key, isTrusted }).then((entered) => {
      log.push(entered ? key : `no ${key}`);
      if (entered) running.push(key);
    });
  async function drain(turns: number): Promise<string[]> {
    await settled();
    for (let turn = 0; turn < turns; turn++) {
      queue.leave(running.shift() ?? '');
      await settled();
    }
    return log;
  }
  return { enter, drain };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('lets keys take turns', async () => {
    const { enter, drain } = watched();
    for (const key of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) enter(key);
    expect(await drain(6)).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('refuses the key with the most waiting, not the newcomer', async () => {
    const { enter, drain } = watched();
    for (const key of ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'b']) enter(key);
    enter('owner');
    expect(await drain(8)).toEqual(['a', 'no a', 'a', 'b', 'owner', 'a', 'b', 'a', 'b', 'a']);
  });

  it('bounds what waits of one key', async () => {
    const { enter, drain } = watched();
    for (let job = 0; job < 9; job++) enter('a', true);
    const log = await drain(5);
    expect(log.filter((line) => line === 'no a')).toHaveLength(3);
  });

  it('gives every other turn to the trusted first', async () => {
    const { enter, drain } = watched();
    for (const key of ['x', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) enter(key);
    enter('owner', true);
    enter('owner', true);
    expect((await drain(4)).slice(0, 5)).toEqual(['x', 'owner', 'a', 'owner', 'b']);
  });

  it('runs of one key no more than its share, so that another key begins at once', async () => {
    const { enter, drain } = watched({ ...BOUNDS, running: 2, runningOfKey: 1 });
    for (const key of ['a', 'a', 'a', 'b', 'c']) enter(key);
    expect(await drain(0)).toEqual(['a', 'b']);
    expect(await drain(1)).toEqual(['a', 'b', 'a']);
    expect(await drain(3)).toEqual(['a', 'b', 'a', 'c', 'a']);
  });

  it('is empty again when all have left', async () => {
    const { enter, drain } = watched();
    enter('a');
    await drain(1);
    enter('b');
    expect(await drain(0)).toEqual(['a', 'b']);
  });
});
