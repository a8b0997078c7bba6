import { defineConfig } from 'vitest/config';

/** The single executable: `npm run test:binary`. MAILVET_BINARY names one that is built already. */
export default defineConfig({
  test: {
    include: ['test/binary/**/*.binary.ts'],
    globalSetup: ['test/support/build-binary.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
