// Runs the tests of the package, separately from `npm test`: they compile the sources and install from the package
// registry.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./install.ts'],
    // Packing and installing take 20 seconds on an idle machine, mostly to download Node; a busy one takes many times
    // that.
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
