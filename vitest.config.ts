import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The end-to-end tests start the built program; building once keeps them true to src/.
    globalSetup: ['test/support/postgres-once.ts', 'test/support/build-once.ts'],
    // Most tests wait for sockets and processes: one more than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // They only end what hangs: a busy machine takes ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
