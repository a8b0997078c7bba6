import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dial, DialResult } from '../../../src/verifier/net/dial.ts';
import { MailHost, type MailScript } from '../../support/mail-host.ts';
import { MailWorld } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runs } from '../../support/property-runs.ts';

const HOUR = 3_600_000;

/** Of hosts where recipients exist whose number is even. */
const rcpt = (address: string) =>
  Number(/^u(\d+)@/.exec(address)?.[1] ?? 1) % 2 ? '550 5.1.1 User unknown' : '250 2.1.5 Ok';

/** What a host does with a connection that came about. */
const SCRIPTS = {
  serves: { rcpt },
  refuses_us: { rcpt, greeting: '554 5.7.1 Your IP is blocked using a list' },
  is_busy: { rcpt, greeting: '421 4.3.2 Too busy' },
  is_silent: { greeting: 'hang' },
  drops: { greeting: 'drop' },
  drops_later: {
    rcpt: (address, { recipients }) => (recipients.length > 3 ? 'drop' : rcpt(address)),
  },
} satisfies Readonly<Record<string, MailScript>>;

type Outcome = keyof typeof SCRIPTS | 'no_host' | 'refused_network' | 'refused' | 'silent';

const outcome: fc.Arbitrary<Outcome> = fc.constantFrom(
  'serves',
  'serves',
  'refuses_us',
  'is_busy',
  'is_silent',
  'drops',
  'drops_later',
  'no_host',
  'refused_network',
  'refused',
  'silent',
);

/** One attempt to open a host: what comes of it, and in how many turns of the event loop. */
const attempt = fc.record({ outcome, turns: fc.constantFrom(0, 0, 1, 3) });

type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

/** Domains that share a host, with the addresses of each. */
const domains = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 });

const world = fc.record({
  sizes: domains,
  sessions: fc.integer({ min: 1, max: 8 }),
  hosts: fc.integer({ min: 1, max: 2 }),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 12 }),
  patience: fc.constantFrom([], [60_000], [60_000, 300_000]),
});

/** Attempts are taken one after the other, from the first again behind the last. */
function dialOf(attempts: readonly Attempt[]): Dial {
  let next = 0;
  return async () => {
    const { outcome, turns } = attempts[next++ % attempts.length] as Attempt;
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    return dialled(outcome);
  };
}

function dialled(outcome: Outcome): DialResult {
  if (outcome === 'no_host' || outcome === 'refused_network') return { kind: outcome };
  if (outcome === 'refused' || outcome === 'silent')
    return { kind: 'failed', cause: outcome === 'silent' ? 'silence' : 'refusal' };
  return { kind: 'connected', stream: new MailHost(SCRIPTS[outcome]).connect() };
}

function emailsOf(sizes: readonly number[]): string[] {
  return sizes.flatMap((size, domain) =>
    Array.from({ length: size }, (_, at) => `u${at}@d${domain}.test`),
  );
}

describe('a list at hosts that may do anything', () => {
  it('settles each address once and leaves neither alarm nor session behind', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ sizes, sessions, hosts, attempts, patience }) => {
        await using mail = new MailWorld();
        const names = Array.from({ length: hosts }, (_, at) => `mx${at}.shared.test`);
        for (const domain of sizes.keys()) mail.domain(`d${domain}.test`, ...names);
        const clock = manualClock();
        const settings = { providerConnections: sessions, greylistRetries: patience };
        const verifier = mail.verifier(settings, { clock, dial: dialOf(attempts) });
        const emails = emailsOf(sizes);
        const reports = emails.map(() => 0);
        const started = clock.now();
        let isOver = false;
        const run = verifier.verifyAll(emails, (index) => {
          reports[index] = (reports[index] ?? 0) + 1;
        });
        void run.then(() => (isOver = true));
        await clock.runUntil(() => isOver, 'the list has not ended');
        await run;
        expect(clock.now() - started).toBeLessThan(11 * HOUR);
        expect(reports.filter((count) => count !== 1)).toEqual([]);
        const isQuiet = () => clock.sleepers === 0 && verifier.sessions?.() === 0;
        await clock.runUntil(isQuiet, 'something is left behind');
      }),
      { numRuns: runs(150) },
    );
  });
});
