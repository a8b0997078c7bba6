import { beforeEach, describe, expect, it } from 'vitest';
import type { OutcomeKind } from '../../../src/contract/outcomes.ts';
import { toDetail } from '../../../src/result/on-wire.ts';
import { findEvidence } from '../../../src/service/outcomes/evidence.ts';
import { learnGivenOutcomes } from '../../../src/service/outcomes/learn-outcomes.ts';
import type { OutcomeStore } from '../../../src/service/outcomes/records.ts';
import type { Team } from '../../../src/service/records.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const HOUR = 60 * 60_000;

const world = eachTest(serviceWorld);
let ours: Team;

beforeEach(async () => {
  ({ team: ours } = await world.team('ours'));
});

const ago = (hours: number) => new Date(world.clock.now() - hours * HOUR).toISOString();
const learn = (email: string, outcome: OutcomeKind, hours: number, more = {}) =>
  learnGivenOutcomes(world.context, ours.id, [{ email, outcome, at: ago(hours), ...more }]);
async function detailOf(email: string, { team = ours, noCache = false } = {}) {
  return toDetail(await verifyAddress(world.context, team, { email, noCache }));
}

describe('what became of mail to the domain of an address', () => {
  it('is null until something is known, and then counted by address', async () => {
    expect(await detailOf('new@x.test')).toMatchObject({ domainOutcomes: null });
    await learn('a@x.test', 'no_mailbox', 9);
    await learn('a@x.test', 'delivered', 5);
    await learn('b@x.test', 'delivered', 7);
    await learn('b@x.test', 'delivered', 3);
    await learn('c@x.test', 'no_mailbox', 2);
    await learn('d@x.test', 'blocked', 1);
    const domainOutcomes = { delivered: 2, bounced: 1, since: ago(9) };
    expect(await detailOf('other@x.test')).toMatchObject({ cached: false, domainOutcomes });
    expect(await detailOf('other@y.test')).toMatchObject({ domainOutcomes: null });
  });

  it('is that of now for an answer of the cache, too', async () => {
    await learn('a@x.test', 'delivered', 5);
    expect(await detailOf('new@x.test')).toMatchObject({ domainOutcomes: { delivered: 1 } });
    await learn('b@x.test', 'delivered', 4);
    const again = await detailOf('new@x.test');
    expect(again).toMatchObject({ cached: true, domainOutcomes: { delivered: 2, bounced: 0 } });
  });

  it('counts no hint', async () => {
    await learn('a@x.test', 'no_mailbox', 2, { hint: true });
    expect(await detailOf('new@x.test')).toMatchObject({ domainOutcomes: null });
  });

  it('is known to the team that learned it alone', async () => {
    const { team: theirs } = await world.team('theirs');
    await learn('a@x.test', 'delivered', 5);
    await detailOf('new@x.test');
    expect(await detailOf('new@x.test', { team: theirs })).toMatchObject({ domainOutcomes: null });
  });

  it('takes one query for all domains of a batch, and none without outcomes', async () => {
    const asked: string[][] = [];
    const counting = (id: string): OutcomeStore => {
      const store = world.context.store.outcomes(id);
      return {
        ...store,
        ofDomains(domains) {
          asked.push([...domains]);
          return store.ofDomains(domains);
        },
      };
    };
    const find = () =>
      findEvidence({ ...world.context.store, outcomes: counting }, ours.id, {
        cacheKeys: ['a@x.test', 'b@x.test', 'c@y.test'],
        now: world.clock.now(),
      });
    await find();
    expect(asked).toEqual([]);
    await learn('a@x.test', 'delivered', 5);
    await find();
    expect(asked).toEqual([['x.test', 'y.test']]);
  });
});
