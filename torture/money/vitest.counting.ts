// How tests run while branches are counted: as usual (Node loads the sources itself, so that V8 counts the text of the file), and every
// test process writes its counters before it ends.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    ...base.test,
    setupFiles: ['./vitest.setup.ts', './torture/money/write-counters.ts'],
  },
});
