import { describe, expect, it } from 'vitest';
import { verifyList } from '../../bench/accuracy/adapters/mailvet.ts';
import { HELO } from '../../bench/accuracy/peer.ts';
import { type Answers, isRight, scoreAnswers } from '../../bench/accuracy/tally.ts';
import {
  type Answer,
  type Case,
  factsOf,
  groupCases,
  readTruth,
  resolversOf,
} from '../../bench/accuracy/world/truth.ts';
import { LOOPBACK, World } from '../../bench/accuracy/world/world.ts';
import { DEFAULT_PACING } from '../../src/verifier/pacing/pacing.ts';
import { DEFAULT_LIMITS } from '../../src/verifier/verifier-settings.ts';
import { loopClock } from '../support/loop-clock.ts';

/**
 * Divides every wait but that for a connection: on loopback a host accepts it at once or refuses it, unless
 * this process itself is busy.
 */
const SPEED_UP = 12;
/** Milliseconds after which a list ends; a host that is always busy takes them all. */
const LIST_LIMIT = 9000;

const { greeting, command, session, single, ...limits } = DEFAULT_LIMITS;
const HURRIED = {
  helo: HELO,
  allowNetwork: [`${LOOPBACK.network}.0.0/16`],
  greylistRetries: [1000, 5000, 15_000].map((wait) => wait / SPEED_UP),
  batchLimit: LIST_LIMIT,
  limits: {
    ...limits,
    greeting: greeting / SPEED_UP,
    command: command / SPEED_UP,
    session: session / SPEED_UP,
    single: single / SPEED_UP,
  },
};
const deps = { clock: loopClock, pacing: { firstPause: DEFAULT_PACING.firstPause / SPEED_UP } };

async function verifyAll(world: World) {
  const answers: Record<string, Answer> = {};
  const words = new Map<string, string>();
  const verifyGroup = async (cases: readonly Case[]) => {
    const facts = cases.flatMap(factsOf);
    const ids = new Map(facts.map(({ email, id }) => [email, id]));
    const [dns] = cases.map((one) => world.resolvers(resolversOf(one)));
    const report: Parameters<typeof verifyList>[1] = (email, said) => {
      const id = ids.get(email) ?? '';
      answers[id] = said.answer;
      words.set(id, said.words);
    };
    const settings = { ...HURRIED, port: world.port, ...(dns && { dns }) };
    await verifyList([...ids.keys()], report, { settings, deps });
  };
  await Promise.all(groupCases(world.cases).map(verifyGroup));
  return { answers, words };
}

const facts = readTruth().flatMap(factsOf);
const everybody = (answer: Answer) =>
  scoreAnswers(facts, Object.fromEntries(facts.map(({ id }) => [id, answer])) as Answers);

describe('the truth of the accuracy benchmark', () => {
  it('names every case once, and only cases that there are', () => {
    const names = readTruth().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(readTruth().flatMap(({ at }) => at ?? [])));
  });

  it('says what is right of more than a hundred addresses', () => {
    expect(facts.length).toBeGreaterThan(100);
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
  });

  it('counts no living mailbox as lost where everything is unknown', () => {
    const { livingCalledDead, deadCalledLiving, right } = everybody('unknown');
    expect([livingCalledDead.length, deadCalledLiving.length]).toEqual([0, 0]);
    expect(right).toBeLessThan(facts.length / 2);
  });

  it('counts every living mailbox as lost where everybody is called dead', () => {
    const living = facts.filter(({ mailbox }) => mailbox === 'exists' || mailbox === 'accept_all');
    expect(everybody('undeliverable').livingCalledDead).toEqual(living);
    expect(everybody('deliverable').deadCalledLiving.length).toBeGreaterThan(40);
  });
});

describe('mailvet over the scripted part', () => {
  it('is wrong only where the truth file says why, and dials no private host', async () => {
    await using world = await World.open(readTruth(), { speedUp: SPEED_UP });
    const { answers, words } = await verifyAll(world);
    const wrong = world.cases
      .flatMap(factsOf)
      .filter((fact) => !isRight(fact, answers) && fact.mailvetFails === undefined)
      .map(({ id }) => `${id}: ${words.get(id)}`);
    expect(wrong).toEqual([]);
    expect(world.dialled).toBe(0);
  });
});
