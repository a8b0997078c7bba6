import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { storedKeys } from '../../src/service/authenticate.ts';
import { type ServiceWorld, serviceWorld } from '../support/service-world.ts';

const OPERATOR = { contact: 'abuse@verify.example', heloNames: () => ['probe.verify.example'] };

let world: ServiceWorld;
beforeAll(async () => {
  world = await serviceWorld();
});
afterAll(() => world.dispose());

function appWith(operator?: typeof OPERATOR) {
  const { context: service } = world;
  const authenticator = storedKeys(service);
  return createApp({ service, authenticator, logError: () => {}, operator });
}

it.each(['http://service.example/about-probes', 'https://probe.verify.example/'])(
  '%s says who probes, and how to end it',
  async (url) => {
    const response = await appWith(OPERATOR).request(url);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('<a href="mailto:abuse@verify.example">');
    expect(page).toContain('<code>EHLO probe.verify.example</code>');
    expect(page).toContain('_smtp-probe.example.com.');
  },
);

it('a contact may be a page', async () => {
  const contact = 'https://verify.example/abuse?a=1&b=2';
  const response = await appWith({ ...OPERATOR, contact }).request('/about-probes');
  expect(await response.text()).toContain('href="https://verify.example/abuse?a=1&amp;b=2"');
});

it('the root of other names, and a service without a contact, have no such page', async () => {
  expect((await appWith(OPERATOR).request('http://service.example/')).status).toBe(404);
  expect((await appWith().request('/about-probes')).status).toBe(404);
});
