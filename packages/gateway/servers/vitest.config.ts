// Tests that meet real servers, and suites that elsewhere meet imitations. `run.ts` names the files. PostgreSQL and PgBouncer run for all
// tests; each test starts the other servers that it needs.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import everyday from '../../../vitest.config.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export default defineConfig({
  test: {
    ...everyday.test,
    root: ROOT,
    include: ['packages/gateway/{servers,src}/**/*.test.ts'],
    setupFiles: [path.join(ROOT, 'vitest.setup.ts')],
    globalSetup: [path.join(import.meta.dirname, 'database.ts'), path.join(ROOT, 'vitest.threads.ts')],
  },
});
