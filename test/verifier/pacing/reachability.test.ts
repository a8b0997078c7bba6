import { describe, expect, it } from 'vitest';
import type { DnsState } from '../../../src/verifier/dns/source.ts';
import type { PortCheck, PortState } from '../../../src/verifier/net/port-check.ts';
import {
  Reachability,
  type ReachabilityChange,
} from '../../../src/verifier/pacing/reachability.ts';
import { manualClock } from '../../support/manual-clock.ts';

const MINUTE = 60_000;

function watched(checkDns?: () => Promise<DnsState>, checkPort?: PortCheck) {
  const clock = manualClock();
  const changes: string[] = [];
  const onChange = ({ problem, isPresent }: ReachabilityChange) =>
    changes.push(`${problem} ${isPresent ? 'present' : 'over'}`);
  const reachability = new Reachability({ clock, checkDns, checkPort, onChange });
  return { clock, changes, reachability };
}

const providers = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);

describe('a closed port 25', () => {
  it.each(['silence', 'refusal'] as const)('shows by eight providers and %s', (answer) => {
    const { reachability, changes } = watched();
    for (const provider of providers(7)) reachability.noteNoGreeting(provider, answer);
    reachability.noteNoGreeting('p6', answer);
    expect(changes).toEqual([]);
    reachability.noteNoGreeting('p7', answer);
    reachability.noteNoGreeting('p8', answer);
    expect(changes).toEqual(['port_25_closed present']);
    reachability.close();
  });

  it('is over with the first greeting', () => {
    const { reachability, changes } = watched();
    for (const provider of providers(8)) reachability.noteNoGreeting(provider, 'silence');
    reachability.noteGreeting();
    expect(reachability.problems).toEqual([]);
    expect(changes).toEqual(['port_25_closed present', 'port_25_closed over']);
    expect(reachability.mayConnect()).toBe(true);
  });

  it('is not concluded from the dead hosts of a list in which others greet', () => {
    const { reachability, clock } = watched();
    reachability.noteGreeting();
    clock.advance(4 * MINUTE);
    for (const provider of providers(100)) reachability.noteNoGreeting(provider, 'silence');
    expect(reachability.problems).toEqual([]);
    clock.advance(2 * MINUTE);
    reachability.noteNoGreeting('p0', 'silence');
    expect(reachability.problems).toEqual(['port_25_closed']);
    reachability.close();
  });

  it('is not concluded from refusals beside a connection', () => {
    const { reachability } = watched();
    for (const provider of providers(7)) reachability.noteNoGreeting(provider, 'refusal');
    reachability.noteConnection();
    reachability.noteNoGreeting('p7', 'refusal');
    expect(reachability.problems).toEqual([]);
  });

  it('lets one connection be tried every ten seconds', () => {
    const { reachability, clock } = watched();
    for (const provider of providers(8)) reachability.noteNoGreeting(provider, 'silence');
    expect(reachability.mayConnect()).toBe(false);
    clock.advance(10_000);
    expect([reachability.mayConnect(), reachability.mayConnect()]).toEqual([true, false]);
    reachability.close();
  });

  it('keeps no connection from being tried where refusals come at once', () => {
    const { reachability } = watched();
    for (const provider of providers(8)) reachability.noteNoGreeting(provider, 'refusal');
    expect(reachability.mayConnect()).toBe(true);
    reachability.close();
  });

  it('is forgotten ten minutes after the last evidence', async () => {
    const { reachability, clock, changes } = watched();
    for (const provider of providers(8)) reachability.noteNoGreeting(provider, 'silence');
    clock.advance(10 * MINUTE);
    await Promise.resolve();
    expect(changes).toEqual(['port_25_closed present', 'port_25_closed over']);
  });
});

describe('a check of port 25', () => {
  function checking(...states: PortState[]) {
    let checks = 0;
    const check = async () => states[checks++] ?? 'unknown';
    return { ...watched(undefined, check), checks: () => checks };
  }

  it('that finds it closed decides at the first silent host', async () => {
    const { reachability, changes } = checking('closed');
    await reachability.noteNoGreeting('p0', 'silence');
    expect(changes).toEqual(['port_25_closed present']);
    reachability.close();
  });

  it('that finds it open leaves the fault to the hosts, however many', async () => {
    const { reachability, changes, checks } = checking('open');
    for (const provider of providers(20)) await reachability.noteNoGreeting(provider, 'refusal');
    expect([changes, checks()]).toEqual([[], 1]);
  });

  it('is waited for, however many hosts are silent meanwhile', async () => {
    const { reachability, changes, checks } = checking('open');
    const noted = providers(20).map((one) => reachability.noteNoGreeting(one, 'refusal'));
    await Promise.all(noted);
    expect([changes, checks()]).toEqual([[], 1]);
  });

  it('that can not be made leaves the decision to eight providers', async () => {
    const { reachability, changes } = checking('unknown');
    for (const provider of providers(7)) await reachability.noteNoGreeting(provider, 'silence');
    expect(changes).toEqual([]);
    await reachability.noteNoGreeting('p7', 'silence');
    expect(changes).toEqual(['port_25_closed present']);
    reachability.close();
  });

  it('begins while a connection is still waited for', async () => {
    const { reachability, clock, changes } = checking('closed');
    reachability.noteAttempt();
    clock.advance(3000);
    await new Promise(setImmediate);
    expect(changes).toEqual(['port_25_closed present']);
    reachability.close();
  });

  it('is not made where a host greets in time', async () => {
    const { reachability, clock, checks } = checking('closed');
    reachability.noteAttempt();
    reachability.noteGreeting();
    clock.advance(3000);
    await reachability.noteNoGreeting('p0', 'silence');
    expect(checks()).toBe(0);
  });

  it('is not made after the end', async () => {
    const { reachability, clock, checks } = checking('closed');
    reachability.noteAttempt();
    reachability.close();
    clock.advance(3000);
    expect(checks()).toBe(0);
  });

  it('counts for nothing where a host greets before it ends', async () => {
    const { promise, resolve } = Promise.withResolvers<PortState>();
    const { reachability, changes } = watched(undefined, () => promise);
    const noted = reachability.noteNoGreeting('p0', 'silence');
    reachability.noteGreeting();
    resolve('closed');
    await noted;
    expect(changes).toEqual([]);
  });
});

describe('DNS', () => {
  it.each(['dns_failure', 'dns_untrusted'] as const)(
    'has the problem %s of its check',
    async (state) => {
      const { reachability } = watched(async () => state);
      await reachability.noteFailedLookup('a.example', 'dns_failure');
      expect(reachability.problems).toEqual([state]);
      reachability.close();
    },
  );

  it('has none where a domain fails and the name servers are well', async () => {
    const { reachability } = watched(async () => 'usable');
    await reachability.noteFailedLookup('a.example', 'dns_failure');
    expect(reachability.problems).toEqual([]);
  });

  it('is checked once for all who ask at the same time, and every five seconds', async () => {
    let checks = 0;
    const { reachability, clock } = watched(async () => {
      checks++;
      return 'dns_failure';
    });
    const ask = () =>
      Promise.all(
        providers(20).map((name) =>
          reachability.noteFailedLookup(`${name}.example`, 'dns_failure'),
        ),
      );
    await ask();
    await ask();
    expect(checks).toBe(1);
    clock.advance(5000);
    await ask();
    expect(checks).toBe(2);
    reachability.close();
  });

  it('is well again once a check is passed', async () => {
    let state: DnsState = 'dns_untrusted';
    const { reachability, clock, changes } = watched(async () => state);
    await reachability.noteFailedLookup('a.example', 'dns_untrusted');
    state = 'usable';
    clock.advance(5000);
    reachability.noteLookup();
    await Promise.resolve();
    await Promise.resolve();
    expect(changes).toEqual(['dns_untrusted present', 'dns_untrusted over']);
  });

  it('fails by three domains in a row where it can not be checked', async () => {
    const { reachability } = watched();
    const fail = (domain: string) => reachability.noteFailedLookup(domain, 'dns_failure');
    await fail('a.example');
    await fail('b.example');
    reachability.noteLookup();
    await fail('c.example');
    await fail('d.example');
    expect(reachability.problems).toEqual([]);
    await fail('e.example');
    expect(reachability.problems).toEqual(['dns_failure']);
    reachability.noteLookup();
    expect(reachability.problems).toEqual([]);
  });
});

describe('a blocked machine', () => {
  it('is refused by three providers, and by more than answer it', () => {
    const { reachability } = watched();
    for (const provider of ['a', 'b', 'c']) reachability.noteAnswer(provider);
    for (const provider of ['d', 'e', 'f']) reachability.noteRefusal(provider);
    expect(reachability.problems).toEqual([]);
    reachability.noteRefusal('a');
    expect(reachability.problems).toEqual(['blocked']);
    reachability.noteAnswer('g');
    reachability.noteAnswer('h');
    expect(reachability.problems).toEqual([]);
  });

  it('is not one that a single provider refuses often', () => {
    const { reachability } = watched();
    for (let at = 0; at < 50; at++) reachability.noteRefusal('a');
    expect(reachability.problems).toEqual([]);
  });
});
