import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBatch } from '../../../src/service/batches/batches.ts';
import type { Team } from '../../../src/service/records.ts';
import { eachTest } from '../../support/each-test.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';
import { serviceWorld } from '../../support/service-world.ts';
import { startStandIn } from '../../support/stand-in.ts';

const world = eachTest(serviceWorld);
let team: Team;
let env: Record<string, string>;
let stop: () => Promise<void>;

beforeEach(async () => {
  const made = await world.team('Sales', 10);
  team = made.team;
  await createBatch(world.context, team, ['a@x.com', 'b@x.com']);
  const server = serve({ fetch: world.fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  env = { MAILVET_BASE_URL: `http://127.0.0.1:${port}`, MAILVET_API_KEY: made.key };
  stop = async () => {
    server.close();
    await world.dispose();
  };
});
afterEach(() => stop());

it('whoami shows the plan of the team', async () => {
  const { stdout } = await runCli(['whoami'], { env });
  expect(stdout).toMatch(
    /^account {2}team Sales: 2 of 10 verifications used this month, 8 left; starts anew on \d{4}-\d\d-01$/m,
  );
  const { stdout: json } = await runCli(['whoami', '--json'], { env });
  expect(JSON.parse(json)).toMatchObject({
    account: { team: 'Sales', quota: 10, used: 2, left: 8 },
  });
});

it('whoami of a service without accounts, or of none, says the rest', async () => {
  await using service = await startStandIn();
  const other = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
  const { stdout, stderr, exitCode } = await runCli(['whoami', '--json'], { env: other });
  expect(JSON.parse(stdout)).toMatchObject({ baseUrl: service.url, account: null });
  expect([stderr, exitCode]).toEqual(['', 0]);
  const down = { ...other, MAILVET_BASE_URL: 'http://127.0.0.1:1' };
  const without = await runCli(['whoami'], { env: down });
  expect(without.stdout).toContain('http://127.0.0.1:1');
  expect(without.stderr).toContain('The account is not known: 127.0.0.1:1 refused the connection');
  expect(without.exitCode).toBe(0);
});

it.each([
  [8, 'fits                yes'],
  [11, 'fits                no, 3 too many'],
])('a dry run of %i addresses says whether they fit', async (count, line) => {
  await using home = await temporaryHome();
  const list = join(home.path, 'list.txt');
  await writeFile(list, Array.from({ length: count }, (_, n) => `n${n}@y.com\n`).join(''));
  const { stdout } = await runCli(['batch', 'submit', list, '--dry-run'], { env, home: home.path });
  expect(stdout.split('\n')).toContain(line);
});

it('doctor shows the plan, and warns where nothing is left', async () => {
  const { stdout } = await runCli(['doctor', '--no-dnsbl'], { env });
  expect(stdout).toMatch(/^pass {2}service: .* takes the key; team Sales: 2 of 10/m);
  const emails = Array.from({ length: 8 }, (_, n) => `n${n}@x.com`);
  await createBatch(world.context, team, emails);
  const { stdout: after } = await runCli(['doctor', '--no-dnsbl'], { env });
  expect(after).toMatch(/^warn {2}service: .* 10 of 10 .* 0 left/m);
});

it('https to a port that speaks plain HTTP is called that', async () => {
  const server = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plain = { ...env, MAILVET_BASE_URL: `https://${place}` };
  const { stderr } = await runCli(['whoami'], { env: plain });
  server.close();
  expect(stderr).toContain(`${place} does not speak TLS`);
});
