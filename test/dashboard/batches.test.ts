import { describe, expect, it } from 'vitest';
import { createBatch } from '../../src/service/batches/batches.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { claimPart } from '../support/claim-part.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

describe('a batch', () => {
  it('shows results, and sends them as CSV', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com', 'gone@x.com', 'p@x.com']);
    const { store } = world.context;
    const part = await claimPart(store, team.id);
    const resultOf = (deliverable: boolean) =>
      foundResult({
        facts: { ...ACCEPTED_FACTS, deliverable, score: deliverable ? 100 : 0 },
        reason: deliverable ? 'accepted' : 'no_mailbox',
      });
    await store.parts.record(
      part,
      [
        { positions: [0], result: resultOf(true) },
        { positions: [1], result: resultOf(false) },
      ],
      world.clock.now(),
    );
    const page = textOf(await owner.get(`/batches/${id}`));
    expect(page).toContain('Running');
    expect(page).toContain('a@x.com Deliverable the mailbox accepts mail 100');
    expect(page).toContain('p@x.com waiting');
    const csv = await owner.get(`/batches/${id}/results.csv`);
    expect(csv.body.split('\r\n').slice(0, 4)).toEqual([
      'email,status,verdict,reason,valid,deliverable,acceptAll,role,temporary,mx,smtp,score,error,detail',
      'a@x.com,verified,deliverable,accepted,true,true,false,false,false,true,true,100,,accepted',
      'gone@x.com,verified,undeliverable,mailbox,true,false,false,false,false,true,true,0,,no_mailbox',
      'p@x.com,pending,,,,,,,,,,,,',
    ]);
  });

  it('can be cancelled once', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const answer = await owner.post(`/batches/${id}/cancel`);
    expect(answer.headers.get('Location')).toBe(`/batches/${id}`);
    expect(textOf(await owner.get(`/batches/${id}`))).toContain('Cancelled');
    expect((await owner.post(`/batches/${id}/cancel`)).status).toBe(409);
    expect(world.signals).toEqual(['created', id]);
  });

  it('gives its progress to polls', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com', 'b@x.com']);
    const { body } = await owner.get(`/batches/${id}/progress`);
    const progress = {
      status: 'pending',
      badge: 'Waiting',
      processedCount: 0,
      totalCount: 2,
      ended: false,
    };
    expect(JSON.parse(body)).toEqual(progress);
  });
});

describe('live progress', () => {
  /** The data of the next event. */
  async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<unknown> {
    const { value, done } = await reader.read();
    if (done) return undefined;
    return JSON.parse(/^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1] ?? 'null');
  }

  async function follow(id: string) {
    const response = await owner.open(`/batches/${id}/events`);
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    return (response.body as ReadableStream<Uint8Array>).getReader();
  }

  it('comes at each change, and ends with the batch', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const reader = await follow(id);
    expect(await next(reader)).toMatchObject({ status: 'pending' });
    await owner.post(`/batches/${id}/cancel`);
    const cancelled = next(reader);
    await waitUntil(() => world.clock.advance(1000), cancelled);
    expect(await cancelled).toMatchObject({ status: 'cancelled', ended: true });
    expect(await next(reader)).toBeUndefined();
  });

  it('ends when the session does', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const reader = await follow(id);
    await next(reader);
    await owner.post('/account/sign-out-everywhere');
    const end = next(reader);
    await waitUntil(() => world.clock.advance(1000), end);
    expect(await end).toBeUndefined();
  });

  it('ends when the service stops', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const reader = await follow(id);
    await next(reader);
    world.leave();
    expect(await next(reader)).toBeUndefined();
  });

  it('is not counted where HEAD asks for it, which gets no body', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    for (let count = 0; count < 9; count++) {
      const { status, headers } = await owner.get(`/batches/${id}/events`, {}, 'HEAD');
      expect([status, headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    }
    const reader = await follow(id);
    expect(await next(reader)).toMatchObject({ status: 'pending' });
    world.leave();
    await reader.cancel();
  });

  it('is for eight pages of a person at a time', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const readers = await Promise.all(Array.from({ length: 8 }, () => follow(id)));
    expect((await owner.get(`/batches/${id}/events`)).status).toBe(503);
    world.leave();
    await Promise.all(readers.map((reader) => reader.cancel()));
  });

  /** Moves time on, turn by turn, until something has happened. */
  async function waitUntil(advance: () => void, happened: Promise<unknown>): Promise<void> {
    let done = false;
    void happened.then(() => {
      done = true;
    });
    while (!done) {
      advance();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});
