import { expect, it } from 'vitest';
import { shareWords } from '../../src/dashboard/pages/accuracy.ts';
import { wilson } from '../../src/lib/wilson.ts';
import { learnGivenOutcomes } from '../../src/service/outcomes/learn-outcomes.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { english } from '../support/english.ts';
import { foundResult } from '../support/found-result.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

it.each([
  [1, 1000, '0.1 % ('],
  [1, 10_000_000, '< 0.1 %'],
  [1, 20_000, '< 0.1 %'],
  [0, 10_000_000, '< 0.1 %'],
  [0, 100, '0.0 % (0.0 % to 3.7 %)'],
  [1, 1000, '(< 0.1 % to 0.6 %)'],
])('writes a share of %i in %i as %s', (contradicted, outcomes, words) => {
  const { low, high } = wilson(contradicted, outcomes);
  expect(shareWords(english, { share: contradicted / outcomes, low, high })).toContain(words);
});

it('says that nothing is known, then what outcomes contradicted', async () => {
  const empty = textOf(await owner.get('/accuracy'));
  expect(empty).toContain('so accuracy can’t be measured');
  expect(empty).not.toContain('%');
  const now = world.context.clock.now();
  const evidence = { provider: 'x.test', mxHost: 'mx.x.test', control: 'provider' } as const;
  const result = foundResult({ evidence, checkedAt: now });
  const email = 'ann@x.test';
  await world.context.store.team(team.id).recordVerification({ email, result, at: now - 1000 });
  const reply = '550 <b>ann@x.test</b> unknown';
  await learnGivenOutcomes(world.context, team.id, [{ email, outcome: 'no_mailbox', reply }]);
  const page = await owner.get('/accuracy');
  expect(textOf(page)).toContain('Based on 1 outcome (0 delivered, 1 bounced) for 1 addresses');
  expect(textOf(page)).toContain('provider, x.test 1 1 100.0 % (20.7 % to 100.0 %) 3.0 %');
  expect(page.body).not.toContain('<b>');
});
