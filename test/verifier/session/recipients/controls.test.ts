/** Hosts that defend themselves, or change their mood: no living mailbox is called dead, no dead one deliverable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnswerKind,
  missingControls,
  weigh,
} from '../../../../src/verifier/session/recipients/controls.ts';
import type { Finding } from '../../../../src/verifier/verifier.ts';
import type { MailSession } from '../../../support/mail-host.ts';
import { findAll, MailWorld } from '../../../support/mail-world.ts';

const UNKNOWN = '550 5.1.1 User unknown';
const OK = '250 2.1.5 Ok';
/** Pauses that a provider is given pass at once; rests do not. */
const QUICK = { pacing: { firstPause: 1, longestPause: 1000 } };

/** Alive and dead ones in turn; every third is dead. */
const LIST = Array.from(
  { length: 40 },
  (_, at) => `${at % 3 === 2 ? 'dead' : 'alive'}${at}@a.test`,
);
const isAlive = (to: string) => to.startsWith('alive') || to.startsWith('postmaster');
const honest = (to: string) => (isAlive(to) ? OK : UNKNOWN);

/** What a session has heard so far. */
interface Heard {
  refused: number;
  asked: number;
  readonly number: number;
}

type Mood = (to: string, heard: Heard, all: { refused: number; asked: number }) => string;

/** A host whose answers depend on what it was asked before. */
function moody(mood: Mood): (to: string, session: MailSession) => string {
  const sessions = new Map<MailSession, Heard>();
  const all = { refused: 0, asked: 0 };
  return (to, session) => {
    const heard = sessions.get(session) ?? { refused: 0, asked: 0, number: sessions.size };
    sessions.set(session, heard);
    const answer = mood(to, heard, all);
    heard.asked++;
    all.asked++;
    if (answer.startsWith('5')) {
      heard.refused++;
      all.refused++;
    }
    return answer;
  };
}

async function findBehind(mood: Mood, list: readonly string[] = LIST): Promise<Finding[]> {
  await using world = new MailWorld();
  await world.served('a.test', { rcpt: moody(mood) });
  return await findAll(world.verifier({ providerConnections: 1 }, QUICK), list);
}

function expectTruth(findings: readonly Finding[]): void {
  for (const { email, decided, deliverable, acceptAll } of findings) {
    if (isAlive(email)) expect([email, decided && !deliverable]).toEqual([email, false]);
    else expect([email, deliverable && !acceptAll]).toEqual([email, false]);
  }
}

const WORDS = [
  UNKNOWN,
  '550 5.2.1 Mailbox disabled',
  '552 5.2.2 Mailbox full',
  '550 5.1.1 Mailbox unavailable',
  '556 5.1.10 Domain does not accept mail',
];

describe('a host that refuses the living', () => {
  it.each([
    [
      'after three refusals of a session',
      (n: number) =>
        (_: string, { refused }: Heard) =>
          refused >= n,
      3,
    ],
    [
      'for all but the first of a session',
      (n: number) =>
        (_: string, { asked }: Heard) =>
          asked >= n,
      1,
    ],
    [
      'for all but the first five of a session',
      (n: number) =>
        (_: string, { asked }: Heard) =>
          asked >= n,
      5,
    ],
    [
      'in every second session',
      (n: number) =>
        (_: string, { number }: Heard) =>
          number % n === 1,
      2,
    ],
    [
      'in all but the first session',
      (n: number) =>
        (_: string, { number }: Heard) =>
          number >= n,
      1,
    ],
  ] as const)('%s tells nobody alive dead', async (_, defence, n) => {
    const isHostile = defence(n);
    for (const words of WORDS) {
      expectTruth(await findBehind((to, heard) => (isHostile(to, heard) ? words : honest(to))));
    }
  });

  it.each([
    ['after four refusals in all', (all: { refused: number }) => all.refused >= 4],
    ['after twenty recipients in all', (all: { asked: number }) => all.asked >= 20],
  ] as const)('%s tells nobody alive dead', async (_, isHostile) => {
    expectTruth(
      await findBehind((to, __, all) => (isHostile(all as never) ? UNKNOWN : honest(to))),
    );
  });

  it('in every second session is decided in the others', async () => {
    const findings = await findBehind((to, { number }) =>
      number % 2 === 1 ? UNKNOWN : honest(to),
    );
    expect(findings.filter(({ deliverable }) => deliverable).length).toBeGreaterThanOrEqual(15);
  });

  it('in all sessions but the first shows nothing of what it accepted there', async () => {
    const list = ['dead0@a.test', 'dead1@a.test'];
    const findings = await findBehind((_, { number, asked }) => {
      if (number > 0) return UNKNOWN;
      return asked < list.length ? OK : '452 4.5.3 Too many recipients';
    }, list);
    expect(findings.map(({ deliverable }) => deliverable)).toEqual([false, false]);
  });

  it('to one sender is asked by the other', async () => {
    await using world = new MailWorld();
    let sender = '';
    await world.served('a.test', {
      mail: (from) => {
        sender = from;
        return '250 Ok';
      },
      rcpt: (to) => (sender.includes('<>') ? UNKNOWN : honest(to)),
    });
    expect(await world.verifier().verify('alive@a.test')).toMatchObject({ deliverable: true });
  });
});

describe('a host that accepts the dead', () => {
  it.each([
    ['from the ninth recipient of a session on', (_: string, { asked }: Heard) => asked >= 8],
    ['in every second session', (_: string, { number }: Heard) => number % 2 === 1],
    ['where they look like names', (to: string) => /^[a-z]{2,12}@/.test(to)],
    [
      'where they look like its identifiers',
      (to: string) => /^[a-z]+\d/.test(to) || to.length > 15,
    ],
  ] as const)('%s has none of them deliverable', async (_, accepts) => {
    const names = ['anna', 'bernd', 'clara', 'doris'].map((name) => `${name}@a.test`);
    const findings = await findBehind(
      (to, heard) => (accepts(to, heard) ? OK : honest(to)),
      [...LIST, ...names],
    );
    expectTruth(findings);
  });

  it('behind a first one that is down has them accept-all', async () => {
    await using world = new MailWorld();
    const first = await world.host('mx1.a.test', { rcpt: honest });
    await world.host('mx2.a.test');
    world.domain('a.test', 'mx1.a.test', 'mx2.a.test');
    const verifier = world.verifier();
    expect(await verifier.verify('alive1@a.test')).toMatchObject({ acceptAll: false });
    await first.close();
    expect(await verifier.verify('dead1@a.test')).toMatchObject({ acceptAll: true });
  });
});

describe('a host that tells the truth', () => {
  it('has all decided', async () => {
    const findings = await findBehind((to) => honest(to));
    expect(findings.map(({ decided }) => decided)).toEqual(LIST.map(() => true));
    expect(findings.map(({ deliverable }) => deliverable)).toEqual(LIST.map(isAlive));
  });

  it('and knows nobody, not even the postmaster, has them dead', async () => {
    const findings = await findBehind(() => UNKNOWN, LIST.slice(0, 5));
    expect(findings.map(({ reason }) => reason)).toEqual(Array(5).fill('no_mailbox'));
  });
});

const KINDS: readonly AnswerKind[] = [
  'accepted',
  'refused',
  'deferred',
  'other',
  'random_accepted',
  'random_refused',
  'random_unclear',
  'known_accepted',
  'known_refused',
  'postmaster_accepted',
  'postmaster_unclear',
  'known_unclear',
];

describe('what answers are worth beside each other', () => {
  it.each<[AnswerKind[], string[]]>([
    [
      ['accepted', 'random_refused'],
      ['proven', 'as_it_is'],
    ],
    [
      ['random_refused', 'accepted'],
      ['as_it_is', 'unproven'],
    ],
    [
      ['accepted', 'random_accepted'],
      ['accept_all', 'as_it_is'],
    ],
    [
      ['refused', 'accepted'],
      ['confirmed', 'unproven'],
    ],
    [
      ['refused', 'known_accepted'],
      ['confirmed', 'as_it_is'],
    ],
    [
      ['refused', 'postmaster_accepted'],
      ['confirmed', 'as_it_is'],
    ],
    [
      ['refused', 'postmaster_unclear'],
      ['nobody_accepted', 'as_it_is'],
    ],
    [
      ['refused', 'accepted', 'refused', 'known_refused'],
      ['confirmed', 'unproven', 'void', 'as_it_is'],
    ],
    [
      ['accepted', 'refused', 'random_refused', 'known_refused'],
      ['unproven', 'void', 'void', 'as_it_is'],
    ],
    [
      ['random_refused', 'known_refused'],
      ['void', 'as_it_is'],
    ],
    [
      ['refused_for_certain', 'known_refused'],
      ['certain', 'as_it_is'],
    ],
  ])('%j', (kinds, weights) => {
    expect(weigh(kinds)).toEqual(weights);
  });

  it('an acceptance counts only with a refused random address behind it, a refusal with an acceptance', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KINDS), { maxLength: 12 }), (kinds) => {
        const weights = weigh(kinds);
        for (const [at, weight] of weights.entries()) {
          const behind = kinds.slice(at + 1);
          if (weight === 'proven') expect(behind).toContain('random_refused');
          if (weight === 'proven') expect(kinds).not.toContain('random_accepted');
          if (weight === 'confirmed')
            expect(behind.some((kind) => kind.endsWith('accepted'))).toBe(true);
          if (weight === 'void') expect(behind).toContain('known_refused');
        }
      }),
    );
  });

  it('with the controls that were missing, none is missing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KINDS), { maxLength: 12 }), (kinds) => {
        const { random, known } = missingControls(kinds);
        const asked: AnswerKind[] = [
          ...kinds,
          ...(random ? (['random_refused'] as const) : []),
          ...(known ? (['known_accepted'] as const) : []),
        ];
        expect(missingControls(asked)).toEqual({ random: false, known: false });
      }),
    );
  });
});
