import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Kills, several processes, what is packed or upgraded, PostgreSQL, and searches that take long. */
const SLOW = 'test/**/*.slow.test.ts';

const MEMORY = '/dev/shm';
const ROOM = 2 ** 30;

/** In memory where there is room: on a disk each commit of a database waits. */
function temporaryFiles(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? MEMORY : tmpdir();
}

/** Every project's. They only end what hangs: a busy machine takes ten times as long as a quiet one. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  fsModuleCache: true,
};

/** Programs and threads that a test starts are compiled once. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/mailvet', import.meta.url));

export default defineConfig({
  test: {
    // Most tests wait for sockets and processes: one more than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          ...limits,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW],
          env: { NODE_COMPILE_CACHE, TMPDIR: temporaryFiles() },
          globalSetup: ['test/support/sqlite-once.ts'],
          // Files share a process and the modules in it: test/module-state.test.ts sees to it that they can.
          isolate: false,
        },
      },
      {
        test: {
          ...limits,
          name: 'slow',
          include: [SLOW],
          env: { NODE_COMPILE_CACHE },
          // The end-to-end tests start the built program; building once keeps them true to src/.
          globalSetup: [
            'test/support/checks-once.ts',
            'test/support/postgres-once.ts',
            'test/support/sqlite-once.ts',
            'test/support/build-once.ts',
          ],
        },
      },
    ],
  },
});
