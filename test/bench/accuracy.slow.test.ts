import { describe, expect, it } from 'vitest';
import { verifyList } from '../../bench/accuracy/contenders/mailvet.ts';
import { groupCases, toJob } from '../../bench/accuracy/groups.ts';
import { type Given, isRight, scoreAnswers } from '../../bench/accuracy/tally.ts';
import { type Answer, type Case, factsOf, readTruth } from '../../bench/accuracy/truth.ts';
import { World } from '../../bench/accuracy/world.ts';
import { loopClock } from '../support/loop-clock.ts';

const HASTE = { speedUp: 12, clock: loopClock };
/** Milliseconds after which a list ends; a host that is always busy takes them all. */
const LIST_LIMIT = 9000;

async function verifyAll(world: World): Promise<ReadonlyMap<string, Given>> {
  const given = new Map<string, Given>();
  const verifyGroup = async (cases: readonly Case[]) => {
    const ids = new Map(cases.flatMap(factsOf).map(({ email, id }) => [email, id]));
    const job = toJob(world, cases, LIST_LIMIT);
    await verifyList(job, (email, said) => given.set(ids.get(email) ?? '', said), HASTE);
  };
  await Promise.all(groupCases(world.cases).map(verifyGroup));
  return given;
}

const facts = readTruth().flatMap(factsOf);
const everybody = (answer: Answer) =>
  scoreAnswers(facts, { given: new Map(facts.map(({ id }) => [id, { answer, words: '' }])) });

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

  it('counts no living mailbox as lost where everything is undecided', () => {
    const { livingCalledDead, deadCalledLiving, right } = everybody('undecided');
    expect([livingCalledDead.length, deadCalledLiving.length]).toEqual([0, 0]);
    expect(right).toBeLessThan(facts.length / 2);
  });

  it('counts every living mailbox as lost where everybody is called dead', () => {
    const living = facts.filter(({ mailbox }) => mailbox === 'exists' || mailbox === 'accept_all');
    expect(everybody('dead').livingCalledDead).toEqual(living);
    expect(everybody('exists').deadCalledLiving.length).toBeGreaterThan(40);
  });
});

describe('mailvet over the scripted part', () => {
  it('is wrong only where the truth file says why, and dials no private host', async () => {
    await using world = await World.open(readTruth(), HASTE);
    const given = await verifyAll(world);
    const wrong = world.cases
      .flatMap(factsOf)
      .filter((fact) => !isRight(fact, { given }) && fact.mailvetFails === undefined)
      .map(({ id }) => `${id}: ${given.get(id)?.words}`);
    expect(wrong).toEqual([]);
    expect(world.dialled).toBe(0);
  });
});
