import { describe, expect, it } from 'vitest';
import { type Owner, OwnerQueue } from '../../../src/verifier/pacing/owner-queue.ts';
import { type QueuedSession, SessionSlots } from '../../../src/verifier/pacing/session-slots.ts';

const batch = (team: string, name: string): Owner => ({ team, batch: name, isSingle: false });
const single = (team: string): Owner => ({ team, batch: 'one address', isSingle: true });

function taken(line: OwnerQueue<string>): string[] {
  const order: string[] = [];
  for (let item = line.take(); item; item = line.take()) order.push(item);
  return order;
}

describe('a fair line', () => {
  it('takes teams in turn, then their batches, then by arrival', () => {
    const line = new OwnerQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) line.add(item, batch('a', 'first'));
    line.add('a4', batch('a', 'second'));
    line.add('b1', batch('b', 'first'));
    expect(taken(line)).toEqual(['a1', 'b1', 'a4', 'a2', 'a3']);
  });

  it('takes single verifications before batches', () => {
    const line = new OwnerQueue<string>();
    line.add('batch', batch('a', 'first'));
    line.add('single', single('b'));
    expect(taken(line)).toEqual(['single', 'batch']);
  });

  it('takes the urgent ones of a batch before its others, and the late ones behind them', () => {
    const line = new OwnerQueue<string>();
    line.add('late', batch('a', 'first'), 'late');
    line.add('usual', batch('a', 'first'));
    line.add('urgent', batch('a', 'first'), 'urgent');
    expect(taken(line)).toEqual(['urgent', 'usual', 'late']);
  });

  it("takes the urgent ones of a team's batches before the others of all, and teams still in turn", () => {
    const line = new OwnerQueue<string>();
    line.add('usual', batch('a', 'first'));
    line.add('urgent', batch('a', 'second'), 'urgent');
    line.add('other team', batch('b', 'first'));
    line.add('urgent too', batch('a', 'third'), 'urgent');
    expect(taken(line)).toEqual(['urgent', 'other team', 'urgent too', 'usual']);
  });

  it('forgets a removed item, and removing it again has no effect', () => {
    const line = new OwnerQueue<string>();
    const place = line.add('gone', batch('a', 'first'));
    line.add('here', batch('a', 'first'));
    line.remove(place);
    line.remove(place);
    expect(line.size).toBe(1);
    expect(taken(line)).toEqual(['here']);
  });

  it('keeps an item after its turn, behind the others', () => {
    const line = new OwnerQueue<string>();
    line.add('a', batch('a', 'first'));
    line.add('b', batch('b', 'first'));
    expect([line.turn(), line.turn(), line.turn()]).toEqual(['a', 'b', 'a']);
  });
});

/** Claims by name, noted in the order in which they are granted. */
function slotsOf(size: number) {
  const slots = new SessionSlots({ size });
  const granted: string[] = [];
  const enter = (name: string, owner: Owner): QueuedSession => {
    const request = { owner, rank: 'usual' as const, grant: () => granted.push(name) };
    slots.enter(request);
    return request;
  };
  return { slots, granted, enter };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('session slots', () => {
  it('give a team with batches all but those that are kept', () => {
    const { slots, enter } = slotsOf(250);
    for (let at = 0; at < 1000; at++) enter(`a${at}`, batch('a', 'first'));
    expect(slots.held).toBe(200);
  });

  it('keep some for teams that hold few, and the last for single verifications', () => {
    const { slots, granted, enter } = slotsOf(250);
    for (let at = 0; at < 1000; at++) enter('a', batch('a', 'first'));
    for (let at = 0; at < 20; at++) enter('b', batch('b', 'first'));
    enter('single', single('c'));
    expect(granted.filter((name) => name === 'b')).toHaveLength(8);
    expect(granted.at(-1)).toBe('single');
    expect(slots.held).toBe(209);
  });

  it('go to the team that holds least as they become free', async () => {
    const { slots, granted, enter } = slotsOf(250);
    for (let at = 0; at < 1000; at++) enter('a', batch('a', 'first'));
    for (let at = 0; at < 20; at++) enter('b', batch('b', 'first'));
    granted.length = 0;
    for (let at = 0; at < 20; at++) slots.leave(batch('a', 'first'));
    await turn();
    expect(granted).toEqual(Array(12).fill('b'));
  });

  it('are not given to requests that are withdrawn in the turn in which they become free', async () => {
    const { slots, granted, enter } = slotsOf(250);
    const requests = Array.from({ length: 1000 }, () => enter('a', batch('a', 'first')));
    granted.length = 0;
    for (let at = 0; at < 200; at++) slots.leave(batch('a', 'first'));
    for (const request of requests) slots.withdraw(request);
    await turn();
    expect([granted, slots.held]).toEqual([[], 0]);
  });
});
