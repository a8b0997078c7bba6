import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { KEY_SCOPES, type KeyScope, OPERATION_SCOPES } from '../../src/contract/key-scopes.ts';
import { SERVICE_ROUTES, type ServiceOperation } from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import { learnGivenOutcomes } from '../../src/service/outcomes/learn-outcomes.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const keys = new Map<KeyScope, string>();

beforeEach(async () => {
  const { team } = await world.team('ours');
  for (const scope of KEY_SCOPES) {
    const request = { label: scope, actor: 'test', scopes: [scope] };
    keys.set(scope, (await createKey(world.context, team, request)).key);
  }
});

const DAY = 24 * 60 * 60_000;
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

/** A body of a read for which it has something to say. */
const READ_BODIES: Readonly<Partial<Record<ServiceOperation, object>>> = {
  findLedger: { emails: ['wrong0@x.test'] },
  getAccuracy: {},
};

it.each(OPERATIONS.filter((operation) => OPERATION_SCOPES[operation] === 'read'))(
  '%s by a key with the scope read changes nothing',
  async (operation) => {
    const { id } = await contradicted();
    const { method, path } = SERVICE_ROUTES[operation];
    const body = READ_BODIES[operation];
    const ask = async () => {
      const response = await world.request(path.replace('{id}', id), {
        method,
        headers: {
          Authorization: `Bearer ${keys.get('read')}`,
          'Content-Type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(200);
      expect(JSON.stringify(await response.json())).toMatch(/x\.test|accepted|_id|\[\]/);
    };
    // The first use of a key is written down.
    const headers = { Authorization: `Bearer ${keys.get('read')}` };
    await world.request('/api/v1/account', { headers });
    const before = dump();
    await ask();
    expect(dump()).toEqual(before);
  },
);

/** A batch, and results of a rule that outcomes contradict more often than it promises. */
async function contradicted() {
  const team = await findTeam(world.context, 'ours');
  const at = world.clock.now() - DAY;
  const result = foundResult({ checkedAt: at });
  for (let index = 0; index < 20; index++) {
    const email = `wrong${index}@x.test`;
    await world.context.store.team(team.id).recordVerification({ email, result, at });
    const came = new Date(at + 1000).toISOString();
    const outcome = { email, outcome: 'no_mailbox', at: came, reply: '550 5.1.1 unknown' } as const;
    await learnGivenOutcomes(world.context, team.id, [outcome]);
  }
  return createBatch(world.context, team, ['ann@x.test']);
}

/** Every row of the database. */
function dump(): unknown {
  using database = new DatabaseSync(world.folder.path('service.db'), { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  return tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]);
}
