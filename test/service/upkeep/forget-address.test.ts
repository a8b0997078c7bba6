import { expect, it } from 'vitest';
import { createBatch, getBatch } from '../../../src/service/batches/batches.ts';
import { forgetAddress } from '../../../src/service/upkeep/forget-address.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);

it('forgets an address in every team, however it is written, and no other', async () => {
  const { team: ours } = await world.team('ours');
  const { team: theirs } = await world.team('theirs');
  for (const email of ['Ada@BÜCHER.test', 'ada@xn--bcher-kva.test', 'ada+x@bücher.test']) {
    await verifyAddress(world.context, ours, { email, noCache: false });
  }
  const emails = ['ADA@bücher.test', 'bob@bücher.test'];
  const { id } = await createBatch(world.context, theirs, emails);

  expect(await forgetAddress(world.context, 'ada@bücher.test')).toEqual({
    verifications: 2,
    cachedAnswers: 2,
    listRows: 0,
    suppressions: 0,
    outcomes: 0,
    imports: 0,
    entries: 1,
  });
  const left = await world.context.store.team(ours.id).listVerifications({ limit: 9, skip: 0 });
  expect(left.map(({ email }) => email)).toEqual(['ada+x@bücher.test']);
  const { entries } = await getBatch(world.context, theirs, id);
  expect(entries.map(({ email, error }) => [email, error])).toEqual([
    ['', 'This address was erased'],
    ['bob@bücher.test', null],
  ]);
  expect(await world.used('theirs')).toBe(1);
});
