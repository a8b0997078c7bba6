import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { storedKeys } from '../../src/service/authenticate.ts';
import type { ServiceContext, Store } from '../../src/service/ports.ts';
import type { ServiceEvent } from '../../src/service/service-event.ts';
import {
  STORE_ERROR_KINDS,
  StoreError,
  type StoreErrorKind,
} from '../../src/service/store-error.ts';
import { dashboardWorld } from '../dashboard/dashboard-world.ts';
import { eachTest } from '../support/each-test.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
let headers: Record<string, string>;

beforeEach(async () => {
  const { key } = await world.team('ours');
  headers = { Authorization: `Bearer ${key}` };
});

/** The service over a store that fails in this way from now on. */
function failing(kind: StoreErrorKind) {
  const fail = () => Promise.reject(new StoreError(kind, `SQLite says ${kind}`));
  const { store } = world.context;
  const team: Store['team'] = (id) => ({ ...store.team(id), listBatches: fail });
  const events: ServiceEvent[] = [];
  const service: ServiceContext = {
    ...world.context,
    store: { ...store, team, ping: fail },
    observe: (event) => events.push(event),
  };
  const loggedErrors: unknown[] = [];
  const logError = (_: string, error: unknown) => loggedErrors.push(error);
  const app = createApp({ service, authenticator: storedKeys(service), logError });
  return { app, events, loggedErrors };
}

const temporary = STORE_ERROR_KINDS.filter((kind) => kind !== 'damaged');

describe.each(temporary)('a database that is %s', (kind) => {
  it('is answered 503 with Retry-After, without internal detail, and is logged', async () => {
    const { app, events, loggedErrors } = failing(kind);
    const response = await app.request('/api/v1/batches', { headers });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await response.text()).not.toContain('SQLite');
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'database_error', kind, hint: hintSaying(/\w/) }),
    );
    expect(loggedErrors).toEqual([]);
  });
});

it('a damaged database is answered 500, and the log says what to do', async () => {
  const { app, events } = failing('damaged');
  const response = await app.request('/api/v1/batches', { headers });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('SQLite');
  const hint = hintSaying('admin check');
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'database_error', kind: 'damaged', hint }),
  );
});

it.each(STORE_ERROR_KINDS)('/readyz says no where the database is %s', async (kind) => {
  const { app, events } = failing(kind);
  const response = await app.request('/readyz');
  expect(response.status).toBe(503);
  expect(response.headers.has('Retry-After')).toBe(true);
  expect(events).toContainEqual(expect.objectContaining({ event: 'database_error', kind }));
});

it('the dashboard says 503, too', async () => {
  const pages = await dashboardWorld();
  const owner = await pages.firstOwner();
  const find = () => Promise.reject(new StoreError('busy', 'database is locked'));
  Object.assign(pages.context.store.sessions, { find });
  const { status, headers: answered } = await owner.get('/batches');
  expect([status, answered.get('Retry-After')]).toEqual([503, '5']);
  await pages.dispose();
});
