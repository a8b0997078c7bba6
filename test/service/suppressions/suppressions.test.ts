import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE } from '../../../src/service/people/records.ts';
import type { Team } from '../../../src/service/records.ts';
import { parseSuppression } from '../../../src/service/suppressions/entries.ts';
import {
  addSuppressions,
  exportSuppressions,
  importSuppressions,
  readSuppressions,
  removeSuppressions,
} from '../../../src/service/suppressions/suppressions.ts';
import { forgetAddress } from '../../../src/service/upkeep/forget-address.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const SUPPRESSED = {
  valid: true,
  deliverable: false,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: false,
  score: 40,
};

const world = eachTest(serviceWorld);
let team: Team;

beforeEach(async () => {
  team = (await world.team('ours', 1)).team;
});

const owner = () => ({ teamId: team.id, actor: COMMAND_LINE });
const list = () => world.context.store.suppressions(team.id);
const verify = (email: string, noCache = false) =>
  verifyAddress(world.context, team, { email, noCache });

function add(...texts: string[]): Promise<number> {
  const { entries, refused } = readSuppressions(texts);
  expect(refused).toEqual([]);
  return addSuppressions(world.context, owner(), entries);
}

async function* inSlices(...slices: string[][]): AsyncGenerator<string[]> {
  yield* slices;
}

async function exported(): Promise<string[]> {
  const all: string[] = [];
  for await (const some of exportSuppressions(world.context, owner())) {
    all.push(...some.map(({ entry }) => entry));
  }
  return all;
}

const audit = async () =>
  (await world.context.store.members(team.id).audit({ limit: 3, skip: 0 })).map(
    ({ actor, action, subject }) => `${actor} ${action} ${subject}`,
  );

describe('verifying a suppressed address', () => {
  it('asks nobody, costs nothing, and says why, in the history too', async () => {
    await add('Anna@Example.com');
    const email = 'anna@example.com';
    const expected = {
      email,
      result: expect.objectContaining({ facts: SUPPRESSED, reason: 'suppressed' }),
    };
    expect(await verify('anna@example.com')).toEqual(expected);
    expect(await verify('anna@example.com', true)).toEqual(expected);
    expect(world.verifier.asked).toEqual([]);
    expect(await world.used('ours')).toBe(0);
    const history = await world.context.store
      .team(team.id)
      .listVerifications({ limit: 9, skip: 0 });
    expect(history).toEqual([expected, expected]);
  });

  it('works over the quota as well', async () => {
    await world.context.store.teams.setQuota('ours', 0);
    await add('anna@example.com');
    expect((await verify('anna@example.com')).result.facts).toEqual(SUPPRESSED);
  });

  it.each([
    ['ANNA@EXAMPLE.COM', true],
    ['anna@sub.example.com', false],
    ['anna+news@example.com', false],
    ['bob@blocked.example', true],
    ['bob@sub.blocked.example', false],
    ['not an address', false],
  ])('recognises %s: %s', async (email, suppressed) => {
    await add('anna@example.com', '@Blocked.example');
    expect((await verify(email)).result.reason === 'suppressed').toBe(suppressed);
  });

  it('beats a cached answer and leaves it for later, and is of its team alone', async () => {
    await verify('anna@example.com');
    await add('anna@example.com');
    expect((await verify('anna@example.com')).result.facts).toEqual(SUPPRESSED);
    expect(world.verifier.asked).toEqual(['anna@example.com']);
    const other = (await world.team('theirs')).team;
    const theirs = { email: 'anna@example.com', noCache: false };
    const { result } = await verifyAddress(world.context, other, theirs);
    expect(result.facts.deliverable).toBe(true);
    expect(await removeSuppressions(world.context, owner(), ['anna@example.com'])).toBe(1);
    expect((await verify('anna@example.com')).result.facts.deliverable).toBe(true);
    // Each team learned it from its own verification, and ours then from its cache.
    expect(world.verifier.asked).toEqual(['anna@example.com', 'anna@example.com']);
  });

  it('knows role and disposable addresses without asking', async () => {
    await add('@mailinator.com');
    const { result } = await verify('support@mailinator.com');
    expect(result.facts).toMatchObject({ role: true, temporary: true });
  });
});

describe('an import', () => {
  it('adds what is new, counts what is not, and names what is neither address nor domain', async () => {
    await add('anna@example.com');
    const texts = inSlices(
      ['anna@example.com', 'Bob@example.com', 'bob@EXAMPLE.com', ' '],
      [],
      ['example.com', '@example.org', ...Array.from({ length: 9 }, (_, n) => `wrong ${n}`)],
    );
    const imported = await importSuppressions(world.context, owner(), { source: 'out.csv', texts });
    expect(imported).toMatchObject({ added: 2, known: 1, refused: 10 });
    expect(imported.examples).toHaveLength(5);
    expect(imported.examples[0]).toMatchObject({
      text: 'example.com',
      problem: { id: 'errorTexts.address_no_at' },
    });
    expect(await exported()).toEqual(['@example.org', 'anna@example.com', 'bob@example.com']);
  });

  it('lets others have their turn between its parts, and can be repeated', async () => {
    const texts = Array.from({ length: 5000 }, (_, n) => `a${n}@example.com`);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    count();
    const source = 'out.csv';
    const first = { source, texts: inSlices(texts) };
    expect((await importSuppressions(world.context, owner(), first)).added).toBe(5000);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(10);
    const again = { source, texts: inSlices(texts) };
    expect(await importSuppressions(world.context, owner(), again)).toMatchObject({
      added: 0,
      known: 5000,
    });
    expect(await list().count()).toBe(5000);
    expect(await exported()).toHaveLength(5000);
  });
});

it('every change and download is in the audit log, without the addresses', async () => {
  await add('anna@example.com', '@example.org');
  await importSuppressions(world.context, owner(), {
    source: 'out.csv',
    texts: inSlices(['bob@example.com']),
  });
  await exported();
  await removeSuppressions(world.context, owner(), ['bob@example.com']);
  expect(await audit()).toEqual([
    'command line suppressions_removed 1 entry',
    'command line suppressions_exported 3 entries',
    'command line suppressions_imported out.csv',
  ]);
  const all = await world.context.store.members(team.id).audit({ limit: 9, skip: 0 });
  expect(JSON.stringify(all)).not.toContain('@example');
});

describe('an erased address', () => {
  it('stays suppressed, and stands in no list and no export any more', async () => {
    await add('Anna@example.com', 'bob@example.com');
    const erased = await forgetAddress(world.context, 'ANNA@example.com');
    expect(erased.suppressions).toBe(1);
    expect(await exported()).toEqual(['bob@example.com']);
    expect((await verify('anna@example.com')).result.facts).toEqual(SUPPRESSED);
    expect(world.verifier.asked).toEqual([]);
    expect((await forgetAddress(world.context, 'anna@example.com')).suppressions).toBe(0);
    expect((await verify('anna@example.com')).result.facts).toEqual(SUPPRESSED);
  });

  it('is removed by its address', async () => {
    await add('anna@example.com');
    await forgetAddress(world.context, 'anna@example.com');
    expect(await removeSuppressions(world.context, owner(), ['anna@example.com'])).toBe(1);
    expect((await verify('anna@example.com')).result.facts.deliverable).toBe(true);
  });

  it('leaves the entry of its domain', async () => {
    await add('@example.com');
    await forgetAddress(world.context, 'anna@example.com');
    expect(await exported()).toEqual(['@example.com']);
  });

  it('can be written again', async () => {
    await add('anna@example.com');
    await forgetAddress(world.context, 'anna@example.com');
    expect(await add('anna@example.com')).toBe(1);
    const parsed = parseSuppression('anna@example.com');
    expect(parsed.ok && (await list().find([parsed.entry])).size).toBe(1);
  });
});
