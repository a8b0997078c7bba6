import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../src/lib/semaphore.ts';

const never = new AbortController().signal;

describe('Semaphore', () => {
  it('lets in as many as it has room for, the others in the order they came', async () => {
    const semaphore = new Semaphore(1);
    const entered: string[] = [];
    const come = (name: string) => semaphore.enter(never).then(() => entered.push(name));
    await come('a');
    const [b, c] = [come('b'), come('c')];
    semaphore.leave();
    await b;
    expect(entered).toEqual(['a', 'b']);
    semaphore.leave();
    await c;
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  it('forgets who gives up waiting', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.enter(never);
    const stop = new AbortController();
    const waiting = semaphore.enter(stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    semaphore.leave();
    await semaphore.enter(never);
  });

  it('lets nobody in who has given up before', async () => {
    const semaphore = new Semaphore(1);
    const entered = semaphore.enter(AbortSignal.abort(new Error('enough')));
    await expect(entered).rejects.toThrow('enough');
    await semaphore.enter(never);
  });
});
