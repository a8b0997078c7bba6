import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Egress } from '../../../src/verifier/pacing/egress/egress.ts';
import { EgressHealth } from '../../../src/verifier/pacing/egress/health.ts';
import { DEFAULT_PACING, Pacing } from '../../../src/verifier/pacing/pacing.ts';
import { createPaceOf } from '../../../src/verifier/providers/pace.ts';
import { ProviderTable } from '../../../src/verifier/providers/provider-table.ts';
import { manualClock } from '../../support/manual-clock.ts';

const owner = { team: 'a', batch: 'first', isSingle: false };
/** Of ten sessions a team with batches has eight. */
const CONNECTIONS = 10;
const FOR_BATCHES = 8;

/** Each provider takes one session at a time. `entered`: in the order in which they came in. */
function start(busyness = () => 0) {
  const clock = manualClock();
  const egress: Egress = {
    name: 'default',
    way: '',
    helo: 'a.test',
    senders: [''],
    dial: async () => ({ kind: 'no_host' }),
    health: new EgressHealth({ clock, isAlone: true, onChange: () => {} }),
  };
  const paceOf = createPaceOf(new ProviderTable([]), 1);
  const settings = { ...DEFAULT_PACING, connections: CONNECTIONS, busyness };
  const pacing = new Pacing(settings, { clock, paceOf, egresses: [egress] });
  const entered: string[] = [];
  const leave: (() => void)[] = [];
  const enter = (provider: string, { isLate = false, isSingle = false, name = provider } = {}) => {
    const request = {
      owner: { ...owner, isSingle },
      isLate,
      signal: new AbortController().signal,
      note: () => {},
    };
    void pacing.enter(provider, request).then((place) => {
      entered.push(name);
      if (place !== 'resting') leave.push(place.leave);
    });
  };
  for (let at = 0; at < FOR_BATCHES; at++) enter(`busy-${at}`);
  const next = async () => {
    leave.shift()?.();
    await setImmediate();
    return entered.at(-1);
  };
  return { clock, pacing, enter, next };
}

describe('a request for a session', () => {
  it('goes first while others wait for the places of its provider', async () => {
    const { enter, next } = start();
    await setImmediate();
    enter('one.test');
    enter('large.test', { name: 'large.test, first' });
    enter('other.test');
    enter('large.test', { name: 'large.test, second' });
    expect(await next()).toBe('large.test, first');
    expect(await next()).toBe('one.test');
  });

  it('waits its turn where it is the only one at its provider', async () => {
    const { enter, next } = start();
    await setImmediate();
    enter('one.test');
    enter('large.test');
    expect(await next()).toBe('one.test');
  });

  it('stays behind the others of its batch where its host was slow a moment ago', async () => {
    const { enter, next } = start();
    await setImmediate();
    enter('slow.test', { isLate: true });
    enter('slow.test', { isLate: true });
    enter('one.test');
    expect(await next()).toBe('one.test');
  });
});

describe('a single verification', () => {
  it('has a busy thread hold fewer sessions for lists, as long as it has one', async () => {
    const { clock, pacing, enter, next } = start(() => 1);
    await setImmediate();
    const pass = async (ends: number) => {
      for (let end = 0; end < ends; end++) {
        clock.advance(100);
        await next();
        enter(`other-${clock.now()}.test`);
        await setImmediate();
      }
      return pacing.sessions;
    };
    expect(await pass(4)).toBe(FOR_BATCHES);
    for (let at = 0; at < 2; at++) enter(`asked-${at}.test`, { isSingle: true });
    expect(await pass(4)).toBeLessThan(FOR_BATCHES);
  });
});
