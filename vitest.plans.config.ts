import { defineConfig } from 'vitest/config';

/** How PostgreSQL reads with a million rows: `npm run test:plans`, too slow for the suite. */
export default defineConfig({
  test: {
    include: ['test/plans/**/*.plans.ts'],
    globalSetup: ['test/support/postgres-once.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
