import { describe, expect, it } from 'vitest';
import { cachedDns } from '../../../src/verifier/dns/cache.ts';
import type { DnsAnswer, DnsSource } from '../../../src/verifier/dns/source.ts';
import { manualClock } from '../../support/manual-clock.ts';

describe('cachedDns', () => {
  function counting(answer: DnsAnswer<'A'>) {
    const asked: string[] = [];
    const source: DnsSource = {
      async query(type, name) {
        asked.push(`${type} ${name}`);
        return answer as never;
      },
    };
    return { asked, source };
  }
  const found: DnsAnswer<'A'> = { kind: 'records', records: ['192.0.2.1'], ttl: 60 };

  it('shares one look-up among those who ask at the same time', async () => {
    const { asked, source } = counting(found);
    const dns = cachedDns(source, manualClock());
    await Promise.all([
      dns.query('A', 'a.test'),
      dns.query('A', 'A.test'),
      dns.query('AAAA', 'a.test'),
    ]);
    expect(asked).toEqual(['A a.test', 'AAAA a.test']);
  });

  it('believes an answer for its time to live', async () => {
    const { asked, source } = counting(found);
    const clock = manualClock();
    const dns = cachedDns(source, clock);
    await dns.query('A', 'a.test');
    clock.advance(59_000);
    await dns.query('A', 'a.test');
    expect(asked).toHaveLength(1);
    clock.advance(2000);
    await dns.query('A', 'a.test');
    expect(asked).toHaveLength(2);
  });

  it('asks for an opt-out once a day, and after a failure once in ten minutes', async () => {
    for (const [answer, minutes] of [
      [{ kind: 'nodata', ttl: 60 }, 24 * 60],
      [{ kind: 'failure', problem: 'ETIMEOUT' }, 10],
    ] as const) {
      const { asked, source } = counting(answer);
      const clock = manualClock();
      const dns = cachedDns(source, clock);
      await dns.query('TXT', 'a.test');
      clock.advance(minutes * 60_000 - 1000);
      await dns.query('TXT', 'a.test');
      expect(asked).toHaveLength(1);
      clock.advance(2000);
      await dns.query('TXT', 'a.test');
      expect(asked).toHaveLength(2);
    }
  });

  it('asks no more than 250 questions at a time', async () => {
    const answered = Promise.withResolvers<void>();
    let [open, peak] = [0, 0];
    const source: DnsSource = {
      async query() {
        peak = Math.max(peak, ++open);
        await answered.promise;
        open--;
        return found as never;
      },
    };
    const dns = cachedDns(source, manualClock());
    const asked = Array.from({ length: 1000 }, (_, at) => dns.query('A', `d${at}.test`));
    answered.resolve();
    expect(await Promise.all(asked)).toHaveLength(1000);
    expect(peak).toBe(250);
  });

  it('asks for other records while as many opt-outs as may be are not answered', async () => {
    const source: DnsSource = {
      query: (type) => (type === 'TXT' ? new Promise(() => {}) : Promise.resolve(found as never)),
    };
    const dns = cachedDns(source, manualClock());
    for (let at = 0; at < 200; at++) void dns.query('TXT', `d${at}.test`);
    expect(await dns.query('A', 'a.test')).toEqual(found);
  });

  it('believes no failure', async () => {
    const { asked, source } = counting({ kind: 'failure', problem: 'ETIMEOUT' });
    const dns = cachedDns(source, manualClock());
    await dns.query('A', 'a.test');
    await dns.query('A', 'a.test');
    expect(asked).toHaveLength(2);
  });

  it('forgets the oldest when it is full', async () => {
    const { asked, source } = counting(found);
    const dns = cachedDns(source, manualClock(), 2);
    for (const name of ['a.test', 'b.test', 'c.test', 'a.test']) await dns.query('A', name);
    expect(asked).toHaveLength(4);
  });
});
