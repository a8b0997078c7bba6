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

function appWith(operator?: typeof OPERATOR, publicUrl?: string) {
  const { context: service } = world;
  const authenticator = storedKeys(service);
  return createApp({ service, authenticator, logError: () => {}, operator, publicUrl });
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

it('/.well-known/security.txt says whom to write to about security holes', async () => {
  const ask = async (publicUrl?: string) => {
    const app = appWith(OPERATOR, publicUrl);
    const response = await app.request('/.well-known/security.txt');
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    return (await response.text()).split('\n');
  };
  const day = 24 * 60 * 60_000;
  const expires = new Date((Math.floor(world.clock.now() / day) + 90) * day).toISOString();
  const fields = [
    'Contact: mailto:abuse@verify.example',
    `Expires: ${expires}`,
    'Preferred-Languages: en',
  ];
  expect(await ask()).toEqual([...fields, '']);
  expect(await ask('http://127.0.0.1:8025')).toEqual([...fields, '']);
  const canonical = 'Canonical: https://verify.example/.well-known/security.txt';
  expect(await ask('https://verify.example')).toEqual([...fields, canonical, '']);
  expect((await appWith().request('/.well-known/security.txt')).status).toBe(404);
});
