import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { mountPages } from '../../src/http/serve-path.ts';
import { memoryKey } from '../../src/service/authenticate.ts';
import type { ServiceContext } from '../../src/service/ports.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';

/** The interface with pages of which each request is noted. */
function appWithPages() {
  const passed: string[] = [];
  const pages = new Hono();
  pages.use(async (c, next) => {
    passed.push(c.req.path);
    await next();
  });
  pages.get('/keys', (c) => c.text('keys'));
  pages.all('*', (c) => c.text('no page', 404));
  const team = { id: 't', name: 'ours', quota: null };
  const deps = {
    service: { verifier: fakeVerifier() as ServiceContext['verifier'] } as ServiceContext,
    authenticator: memoryKey('mv_key', team),
    logError: () => {},
  };
  const app = createApp(deps);
  mountPages(app, deps, pages);
  return { app, passed };
}

it.each(['/healthz', '/api/v1/batches', '/api/v1/openapi.json', '/api/nothing'])(
  'a request for %s passes nothing of the pages',
  async (path) => {
    const { app, passed } = appWithPages();
    await app.request(path);
    expect(passed).toEqual([]);
  },
);

it('pages answer every other path, HEAD included', async () => {
  const { app, passed } = appWithPages();
  expect(await (await app.request('/keys')).text()).toBe('keys');
  const head = await app.request('/keys', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await app.request('/nothing')).status).toBe(404);
  expect(passed).toEqual(['/keys', '/keys', '/nothing']);
});

it('an unknown path below /api/ is an error of the interface', async () => {
  const response = await appWithPages().app.request('/api/nothing');
  expect(await response.json()).toMatchObject({ statusCode: 404 });
});
