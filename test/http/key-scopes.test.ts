import { afterEach, beforeEach, expect, it } from 'vitest';
import { KEY_SCOPES, type KeyScope, OPERATION_SCOPES } from '../../src/contract/key-scopes.ts';
import { SERVICE_ROUTES, type ServiceOperation } from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { type ServiceWorld, serviceWorld } from '../support/service-world.ts';

let world: ServiceWorld;
const keys = new Map<KeyScope, string>();

beforeEach(async () => {
  world = await serviceWorld();
  const { team } = await world.team('ours');
  for (const scope of KEY_SCOPES) {
    const request = { label: scope, actor: 'test', scopes: [scope] };
    keys.set(scope, (await createKey(world.context, team, request)).key);
  }
});
afterEach(() => world.dispose());

const OPERATIONS = Object.keys(SERVICE_ROUTES) as ServiceOperation[];

it('a 403 is an Error body that names the scope', async () => {
  const headers = { Authorization: `Bearer ${keys.get('verify')}` };
  const response = await world.request('/api/v1/batches', { headers });
  expect(await response.json()).toEqual({
    statusCode: 403,
    message: 'This needs an API key with the scope read; this key has verify',
  });
});

it('the description names the scope of each operation, and its 403', () => {
  const { paths } = openApiDocument();
  for (const operation of OPERATIONS) {
    const { method, path } = SERVICE_ROUTES[operation];
    const described = (paths[path] as Record<string, { security?: unknown; responses: object }>)[
      method.toLowerCase()
    ];
    const scope = OPERATION_SCOPES[operation];
    expect(described?.security).toEqual(scope === null ? undefined : [{ apiKey: [scope] }]);
    expect('403' in (described?.responses ?? {})).toBe(scope !== null);
  }
});
