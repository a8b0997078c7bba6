/** Another program replaces links while the tools work: a file, and the directory of a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpClient, startMcp } from '../../../support/mcp-client.ts';
import { type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';
import { type StandIn, startStandIn } from '../../../support/stand-in.ts';

/** Swaps `file.csv` and `dir` in the first directory between `real` and the second, without a gap. */
const SWAP = `
const { renameSync, symlinkSync } = require('node:fs');
const [root, outside] = process.argv.slice(1);
const swap = (name, target) => {
  symlinkSync(target, root + '/next');
  renameSync(root + '/next', root + '/' + name);
};
for (let turn = 0; ; turn += 1) {
  const target = turn % 2 ? outside : root + '/real';
  swap('dir', target);
  swap('file.csv', target + '/list.csv');
  swap('out.csv', target + '/list.csv');
  if (turn === 0) process.stdout.write('swapping');
}`;

const OUTSIDE = 'email\nsecret@example.com\nsecret2@example.com\n';

/** Works at each of the calls until it has worked, and failed, so many times. */
const TIMES = 20;

// `darwin` holds no directory open: it looks again at what it has opened.
describe.skipIf(process.platform === 'win32').for(['linux', 'darwin'] as const)(
  'as %s, a link that is swapped while it is followed',
  (platform) => {
    let user: TemporaryHome;
    let outside: TemporaryHome;
    let service: StandIn;
    let mcp: McpClient;
    let swapper: ChildProcess;

    beforeAll(async () => {
      user = await temporaryHome();
      outside = await temporaryHome();
      service = await startStandIn();
      await mkdir(join(user.path, 'real'));
      await writeFile(join(user.path, 'real', 'list.csv'), 'email\nann@example.com\n');
      await writeFile(join(outside.path, 'list.csv'), OUTSIDE);
      const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
      mcp = await startMcp({ home: user.path, env, platform });
      swapper = spawn(process.execPath, ['-e', SWAP, user.path, outside.path]);
      await once(swapper.stdout as NodeJS.EventEmitter, 'data');
    });

    afterAll(async () => {
      swapper.kill('SIGKILL');
      await once(swapper, 'exit');
      await mcp[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      for (const { path } of [user, outside]) await rm(path, { recursive: true, force: true });
    });

    it.for(['file.csv', 'dir/list.csv'])('reads nothing outside of the root: %s', async (file) => {
      const counts = { worked: 0, refused: 0 };
      while (Math.min(counts.worked, counts.refused) < TIMES) {
        const plan = await mcp
          .call<{ plan: { rows: number } }>('verify_list', { file, dryRun: true })
          .catch((error: Error) => error.message);
        if (typeof plan === 'string') {
          expect(plan).toMatch(/outside|was replaced while/);
          counts.refused += 1;
        } else {
          expect(plan.plan.rows).toBe(1);
          counts.worked += 1;
        }
      }
    });

    it.for(['dir/new.csv', 'out.csv'])('leaves all outside as it is: %s', async (output) => {
      const counts = { worked: 0, refused: 0 };
      for (let turn = 0; Math.min(counts.worked * 5, counts.refused) < TIMES; turn += 1) {
        const file = `list-${turn}.csv`;
        await writeFile(join(user.path, file), `email\nann${turn}@example.com\n`);
        const state = await mcp
          .call<{ result: { problem: object | null } }>('verify_list', {
            ...{ file, output, overwrite: true },
          })
          .catch((error: Error) => error.message);
        if (typeof state === 'string') expect(state).toMatch(/outside|was replaced while/);
        if (typeof state === 'string' || state.result.problem) counts.refused += 1;
        else counts.worked += 1;
      }
      expect(await readdir(outside.path)).toEqual(['list.csv']);
      expect(await readFile(join(outside.path, 'list.csv'), 'utf8')).toBe(OUTSIDE);
      const left = await readdir(join(user.path, 'real'));
      expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });
  },
);
