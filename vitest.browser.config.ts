import { defineConfig } from 'vitest/config';

/** The dashboard in a real browser: `npm run test:browser`. Its path: MAILVET_CHROMIUM. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/support/checks-once.ts', 'test/support/build-once.ts'],
    // One browser at a time is enough for a small machine.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
