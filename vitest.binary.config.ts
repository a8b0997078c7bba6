import { defineConfig } from 'vitest/config';

/**
 * The single executable, and packages with it: `npm run test:binary`, `test:deb`,
 * `test:image`. MAILVET_BINARY names one that is built already.
 */
export default defineConfig({
  test: {
    include: ['test/binary/**/*.binary.ts', 'test/deb/**/*.deb.ts', 'test/deploy/**/*.machine.ts'],
    globalSetup: ['test/support/build-binary.ts', 'test/support/postgres-once.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
