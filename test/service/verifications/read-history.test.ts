import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readHistories, readHistory } from '../../../src/service/verifications/read-history.ts';
import { eachTest } from '../../support/each-test.ts';
import { runCli } from '../../support/run-cli.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);

async function verify(key: string, email: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email });
  await world.request('/api/v1/verify', { method: 'POST', headers, body });
  world.clock.advance(1000);
}

function damage(statement: string): void {
  using database = new DatabaseSync(world.folder.path('service.db'));
  database.exec(statement);
}

it('reads the results of all teams since a time, newest first by team', async () => {
  const [one, two] = [await world.team('one'), await world.team('two')];
  await verify(one.key, 'old@x.com');
  const since = world.clock.now();
  for (let n = 0; n < 3; n += 1) await verify(one.key, `n${n}@x.com`);
  await verify(two.key, 'b@y.com');
  const found: string[] = [];
  for await (const { email } of readHistories(world.context, since)) found.push(email);
  expect(found).toEqual(['n2@x.com', 'n1@x.com', 'n0@x.com', 'b@y.com']);
});

it('skips results that are damaged, reports each, and counts them for drift', async () => {
  const { key, team } = await world.team('one');
  for (const name of ['ann', 'bob']) await verify(key, `${name}@x.com`);
  damage(`insert into results (id, text, created_at) values (99, '[]', 0);
    update verifications set result_id = 99 where email = 'bob@x.com'`);
  const reported: string[] = [];
  world.context.store.onDamage((what) => reported.push(what));
  const found = [];
  for await (const { email } of readHistory(world.context, team.id)) found.push(email);
  expect({ found, reported }).toEqual({ found: ['ann@x.com'], reported: ['verification'] });
  const named = ['--database', world.folder.path('service.db')];
  const drift = await runCli(['admin', 'providers', '--drift', ...named]);
  expect(drift.exitCode).toBe(0);
  expect(drift.stderr).toMatch(/Left out: 1 damaged result\. Run mailvet admin check/);
  const check = await runCli(['admin', 'check', '--json', ...named]);
  expect(check.exitCode).toBe(1);
  expect(JSON.parse(check.stdout).problems).toContain('1 results are damaged');
});
