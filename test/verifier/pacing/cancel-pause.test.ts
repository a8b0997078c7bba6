import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AFTER_CANCEL, CancelPause, MAX_PAUSE } from '../../../src/verifier/pacing/pacing.ts';
import { SessionSlots } from '../../../src/verifier/pacing/session-slots.ts';
import { manualClock } from '../../support/manual-clock.ts';

const owner = (team: string, isSingle = false) => ({ team, batch: 'first', isSingle });

function start() {
  const clock = manualClock();
  const slots = new SessionSlots({ size: 10 });
  const granted: string[] = [];
  const enter = (team: string, isSingle = false) =>
    slots.enter({
      owner: owner(team, isSingle),
      rank: 'usual',
      grant: () => granted.push(isSingle ? `${team}, single` : team),
    });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await setImmediate();
  };
  return { pause: new CancelPause(clock, slots), granted, enter, pass };
}

describe('after a cancellation', () => {
  it("the team's batches are given no session for a moment, and go on by themselves", async () => {
    const { pause, granted, enter, pass } = start();
    pause.note(owner('a'));
    enter('a');
    await pass(AFTER_CANCEL - 1);
    expect(granted).toEqual([]);
    await pass(1);
    expect(granted).toEqual(['a']);
  });

  it('other teams and single verifications go on', () => {
    const { pause, granted, enter } = start();
    pause.note(owner('a'));
    enter('a');
    enter('b');
    enter('a', true);
    expect(granted).toEqual(['b', 'a, single']);
  });

  it('each further one makes it longer, up to a limit', async () => {
    const { pause, granted, enter, pass } = start();
    const step = AFTER_CANCEL / 2;
    enter('a');
    for (let passed = 0; passed < MAX_PAUSE; passed += step) {
      pause.note(owner('a'));
      enter('a');
      expect(granted).toEqual(['a']);
      await pass(step);
    }
    expect(granted.length).toBeGreaterThan(1);
  });

  it('of a single verification nobody is held up', () => {
    const { pause, granted, enter } = start();
    pause.note(owner('a', true));
    enter('a');
    expect(granted).toEqual(['a']);
  });

  it('nobody waits any longer once it closes', async () => {
    const { pause, granted, enter } = start();
    pause.note(owner('a'));
    enter('a');
    pause.close();
    await setImmediate();
    expect(granted).toEqual(['a']);
  });
});
