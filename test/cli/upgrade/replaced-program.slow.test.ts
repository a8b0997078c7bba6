/** A run whose program is replaced by another version, as `npm install -g` does it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createServiceClient } from '../../../src/contract/client/create-client.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { batchWorld } from '../../support/batch-world.ts';
import { eachTest } from '../../support/each-test.ts';
import { type FreshUser, freshUser, LAUNCHER } from '../../support/run-program.ts';
import { type StandIn, startStandIn } from '../../support/stand-in.ts';

const user = eachTest(freshUser);

/** A copy of the built program, in a folder of the user's. */
async function install({ home }: FreshUser) {
  const own = join(LAUNCHER, '..', '..');
  const root = join(home, 'program');
  await mkdir(root);
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(own, part), join(root, part), { recursive: true });
  }
  await symlink(join(own, 'node_modules'), join(root, 'node_modules'));
  return {
    launcher: join(root, 'bin', 'mailvet.js'),
    async replace() {
      await rm(join(root, 'dist'), { recursive: true });
      await rm(join(root, 'node_modules'));
    },
  };
}

type Held = Parameters<StandIn['fail']>[0];

/** A run whose program is replaced before the service answers the first request of that kind. */
async function runReplaced(user: FreshUser, service: StandIn, held: Held, args: readonly string[]) {
  const { launcher, replace } = await install(user);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  service.fail(held, { kind: 'hold', until });
  const env = environment(user, service);
  const child = spawn(process.execPath, [launcher, ...args], { cwd: user.home, env });
  const stderr = text(child.stderr);
  const ended = once(child, 'exit');
  await service.arrived(held);
  await replace();
  answer();
  const [exitCode] = await ended;
  return { stderr: await stderr, exitCode };
}

function environment({ env }: FreshUser, { url, apiKey }: StandIn) {
  return { ...env, MAILVET_BASE_URL: url, MAILVET_API_KEY: apiKey };
}

it.each([
  ['out.xlsx', 'report.html'],
  ['out.csv', 'report.md'],
  ['out.jsonl', 'report.json'],
])('writes %s and %s although the program was replaced meanwhile', async (output, report) => {
  await using service = await startStandIn();
  await writeFile(join(user.home, 'list.csv'), 'email\nada@b.de\n');
  const args = ['clean', 'list.csv', '-o', output, '--report', report];
  const { stderr, exitCode } = await runReplaced(user, service, 'createBatch', args);
  expect(stderr).not.toContain('Cannot find');
  expect(exitCode).toBe(0);
  expect(await readdir(user.home)).toEqual(expect.arrayContaining([output, report]));
});

it.each(['out.xlsx', 'out.csv'])(
  'writes the %s of a batch without a list although the program was replaced meanwhile',
  async (output) => {
    await using service = await startStandIn();
    const { id } = await createServiceClient(
      { baseUrl: service.url, apiKey: service.apiKey },
      { clock: systemClock, random: () => 0.5, env: {} },
    ).createBatch(['ada@b.de']);
    const args = ['batch', 'watch', id, '-o', output];
    const { stderr, exitCode } = await runReplaced(user, service, 'getBatch', args);
    expect(stderr).not.toContain('Cannot find');
    expect(exitCode).toBe(0);
    expect(await readdir(user.home)).toContain(output);
  },
);

it('names the command that goes on with a list', async () => {
  await using world = await batchWorld();
  world.write('list.csv', 'email\nada@b.de\n');
  const gone = Object.assign(new Error("Cannot find module 'a'"), { code: 'ERR_MODULE_NOT_FOUND' });
  // In the place of a module that writing the results would load.
  const onStdout = () => {
    throw gone;
  };
  const { stderr } = await world.run('batch submit list.csv -o -', { onStdout });
  expect(stderr).toMatch(/^mailvet: mailvet was replaced while it ran.*Cannot find module/m);
  expect(stderr).toMatch(/^Start it again\. Go on with: mailvet batch resume job_/m);
});

it('says so in place of a stack where the program has not got its files', async () => {
  const { launcher } = await install(user);
  await rm(join(launcher, '..', '..', 'dist', 'main.js'));
  const child = spawn(process.execPath, [launcher, '--version'], { env: user.env });
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(stderr).toMatch(
    /^mailvet: this installation is incomplete: Cannot find .*main\.js.*\n.*\n$/,
  );
  expect(exitCode).toBe(70);
});
