import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The end-to-end tests start the built program; building once keeps them true to src/.
    globalSetup: ['test/support/postgres-once.ts', 'test/support/build-once.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
