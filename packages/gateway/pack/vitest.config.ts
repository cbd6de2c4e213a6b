// Owns the run of the package's test, apart from `npm test`: it compiles the sources and installs from the package registry.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./install.ts'],
    // Packing and installing take 20 seconds on an idle machine, most of it to bring Node; a busy one takes many times that.
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
