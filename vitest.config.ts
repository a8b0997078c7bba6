import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Files that take seconds each: `npm run check` and `npm run test:slow` run them, `npm test` does not. */
const SLOW = [
  // Several processes, kills and stops.
  'test/{fleet,serve-processes}.test.ts',
  'test/{e2e,fleet}/**/*.test.ts',
  'test/cli/{interruption,signals}.test.ts',
  'test/cli/commands/mcp/{links,loading,many-calls,mcp,protocol,swapped-links}.test.ts',
  'test/cli/io/file-place.test.ts',
  'test/dashboard/serve.test.ts',
  'test/jobs/{cancel,damage,idempotency,kill,two-processes}.test.ts',
  'test/lib/make-directory.test.ts',
  'test/scripts/guard.test.ts',
  'test/webhooks/{several-nodes,survives-kill}.test.ts',
  // What is packed, installed, upgraded or started by another program.
  'test/{action,pre-commit,recipes}.test.ts',
  'test/cli/{built-program,home}.test.ts',
  'test/cli/commands/completion/*.test.ts',
  'test/cli/upgrade/*.test.ts',
  'test/{deploy,library}/**/*.test.ts',
  'test/scripts/{binary,release-checks,templates}.test.ts',
  // PostgreSQL.
  'test/conformance/postgres.test.ts',
  'test/cli/commands/worker/*.test.ts',
  'test/serve/{fleet-*,refused-start}.test.ts',
  'test/store/postgres/**/*.test.ts',
  'test/store/{copy,fleet-slots,leftovers,postgres-*}.test.ts',
  'test/worker/suppressed.test.ts',
  // Many lists and hosts: the corpus, hostile files, accuracy, the sandbox by the real clock.
  'test/bench/*.test.ts',
  'test/formats/{corpus,hostile-lists}.test.ts',
  'test/formats/workbook/hostile-workbooks.test.ts',
  'test/verifier/sandbox/*.test.ts',
  'test/verifier/sessions/turmoil.test.ts',
];

/** Every project's. They only end what hangs: a busy machine takes ten times as long as a quiet one. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Programs that a test starts are compiled once.
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/mailvet', import.meta.url)),
  },
};

export default defineConfig({
  test: {
    // The end-to-end tests start the built program; building once keeps them true to src/.
    globalSetup: [
      'test/support/postgres-once.ts',
      'test/support/sqlite-once.ts',
      'test/support/build-once.ts',
    ],
    // Most tests wait for sockets and processes: one more than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          ...limits,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: SLOW,
          // Files share a process and the modules in it: test/module-state.test.ts sees to it that they can.
          isolate: false,
        },
      },
      { test: { ...limits, name: 'slow', include: SLOW } },
    ],
  },
});
