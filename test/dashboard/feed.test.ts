import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());

async function upload(): Promise<string> {
  const list = new File(['email\na@x.com\nb@x.com\n'], 'list.csv');
  return (await owner.post('/lists', { list })).headers.get('Location')?.split('/')[2] ?? '';
}

describe('lists that run', () => {
  it('move on Home and on Lists, with scripts and without', async () => {
    const id = await upload();
    for (const [path, query] of [
      ['/', ''],
      ['/lists', 'data-query="?page=1"'],
    ] as const) {
      const { body } = await owner.get(path);
      expect(body).toContain('data-live="/feed"');
      expect(body).toContain(query);
      expect(body).toContain(`data-list="${id}"`);
      expect(body).toContain('http-equiv="refresh"');
    }
  });

  it('are streamed until all have ended, over all rows', async () => {
    const id = await upload();
    const before = JSON.parse((await owner.get('/feed/progress')).body);
    expect(before).toMatchObject({
      ended: false,
      feed: [{ id, status: 'running', badge: 'Running', shares: [0, 0, 0, 0, 0] }],
      charged: '0 used, or reserved by running checks',
    });
    const response = await owner.open('/feed/events');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    await world.lists.finish();
    let text = '';
    let isOver = false;
    void (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        text += new TextDecoder().decode(value);
        if (done) break;
      }
      isOver = true;
    })();
    while (!isOver) {
      world.clock.advance(1000);
      await setImmediate();
    }
    expect(text).toContain('"ended":true');
    expect(text).toContain('2 safe to send to, of 2 rows');
    const after = textOf(await owner.get('/'));
    expect(after).toContain('list.csv Completed 2 safe to send to, of 2 rows');
    expect((await owner.get('/')).body).not.toContain('data-live');
  });

  it('of another team are not in the feed', async () => {
    await upload();
    const stranger = await world.person('theirs', 'eve@example.com');
    expect(JSON.parse((await stranger.get('/feed/progress')).body).feed).toEqual([]);
  });
});
