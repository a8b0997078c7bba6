import prometheus from 'prom-client';
import { expect, test } from 'vitest';
import { addVerifierGauges } from '../../src/composition/metrics.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';

const LANE = {
  sessions: 2,
  waiting: 3,
  pauseLeft: 0,
  restLeft: 5000,
  refusals: 4,
  isBraked: false,
};

test('all gauges of providers show what holds at the time of the scrape', async () => {
  const registry = new prometheus.Registry();
  const lanes = () => [{ ...LANE, provider: 'google', egress: 'default' }];
  addVerifierGauges(prometheus.Gauge, registry, { ...fakeVerifier(), lanes });
  const labels = '{provider="google",egress="default"}';
  expect((await registry.metrics()).split('\n')).toEqual(
    expect.arrayContaining([
      `mailvet_provider_sessions${labels} 2`,
      `mailvet_provider_waiting${labels} 3`,
      `mailvet_provider_refusals${labels} 4`,
      `mailvet_provider_closed${labels} 1`,
    ]),
  );
});

test('figures of providers outside the table are added up', async () => {
  const registry = new prometheus.Registry();
  const lanes = ['one.test', 'two.test'].map((provider) => ({
    ...LANE,
    provider,
    egress: 'default',
  }));
  addVerifierGauges(prometheus.Gauge, registry, { ...fakeVerifier(), lanes: () => lanes });
  await registry.metrics();
  expect(await registry.metrics()).toContain(
    'mailvet_provider_sessions{provider="other",egress="default"} 4',
  );
});
